"""Reading and summing up by a language model, behind any endpoint that speaks as OpenAI's does."""
