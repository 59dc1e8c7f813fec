"""The web application of the one-machine mode with a break in it; SABOTAGE names the break."""

import os

from memoryhub.local.served import application
from tests.sabotage.hub import broken

__all__ = ["application"]

broken(os.environ["SABOTAGE"]).patch()
