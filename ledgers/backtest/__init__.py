"""What another policy would have done with the decisions of the log, each taken by itself with what it read then.

Reads only. The decisions are first taken again as they were (`control`), then by the policy in force and by the draft
(`outcomes`), and what differs is sorted (`buckets`), counted over the owners (`forecast`) and told (`report`).
"""
