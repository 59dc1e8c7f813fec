"""The web application as the one-machine mode serves it: each worker goes when the server process goes.

A worker that outlived a killed server would keep the port, and with it every later start from starting.
"""

import os
import signal

from memoryhub.local.ties import tie
from memoryhub.wsgi import application

__all__ = ["application"]

tie(signal.SIGKILL, os.getppid())
