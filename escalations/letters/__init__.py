"""What people are told: in their inbox, by mail, and the way back from a mail."""
