"""Drafts of the policy: written, tried, judged, activated."""
