"""From texts to vectors: the embedder that is built in, one behind an endpoint, or none."""
