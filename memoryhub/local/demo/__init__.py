"""The demo workspace: a firm and its story, for whoever looks at the hub for the first time."""

from memoryhub.local.demo.loading import archive_and_reload, load, start_over

__all__ = ["archive_and_reload", "load", "start_over"]
