"""The policy on screen: the version in force, and the way of a draft from its first edit to being the next one."""
