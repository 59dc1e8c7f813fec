"""Figures: what the hub takes and how long, printed beside the goal."""
