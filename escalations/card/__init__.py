"""One case as its owner sees it, and what can be done with it besides deciding."""
