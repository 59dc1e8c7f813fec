"""The tools that agents call over the Model Context Protocol. docs/mcp.md shows how a host is set up."""
