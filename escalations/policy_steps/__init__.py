"""Pages of the policy that reach further than the ledgers: what comes into force settles claims, and closes cases."""
