"""Translations, and how each language writes days and hours."""
