"""The list of open cases: filters, order, counts, views somebody keeps, several at once."""
