"""The ledgers rebuilt from the log: each decision taken again from what the log says was read, each row written again.

Reads only. What it finds is compared with the ledgers as they stand, byte for byte.
"""
