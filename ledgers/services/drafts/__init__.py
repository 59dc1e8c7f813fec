"""The way of a draft to being the policy: written, tried, submitted, judged by a second person, activated."""
