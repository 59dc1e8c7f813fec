"""Whether anybody rewrote the log: every row against its hash, every batch against its seal, all against what was
written down outside the database. Reads only, and in constant memory."""
