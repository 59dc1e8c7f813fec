"""Registries over REST: one module per registry, an input and an output serializer beside each view."""
