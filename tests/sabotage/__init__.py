"""Deliberate breaks of the promises in docs/invariants.md: a test that stays green under its break proves nothing.

Nothing here is imported by the product. A break is switched on for one test run by the plugin.
"""
