"""A simulated month of a firm: how many cases reach people beyond the conflicts that are really there."""
