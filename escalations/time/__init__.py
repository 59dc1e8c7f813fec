"""Working time, reminders, and who is away."""
