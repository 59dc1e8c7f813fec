"""The autonomy dial: how often people decided as the rules would have, and what that suggests.

The log is read (`reading`), each decision of a person is put beside what the rules would have made of the same reading
(`verdicts`), counted (`counting`) with an interval of its own (`wilson`), and where the count is large and clear enough
a change of the policy is suggested (`suggestions`). Nothing here changes anything.
"""
