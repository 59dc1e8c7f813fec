"""A TCP proxy between clients and web that can be slow, cut the line once a request is through, or swallow answers."""

from __future__ import annotations

import asyncio
import threading
from contextlib import suppress

MODES = ("slow", "cut", "swallow")
SLOW_SECONDS = 0.3


class Proxy:
    """Listens on `port`, speaks to `target`; what it does to what passes is `mode`, for lines already open too."""

    def __init__(self, target: int) -> None:
        self.target = target
        self.mode = ""
        self.port = 0
        self._loop = asyncio.new_event_loop()
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        self._thread.start()
        self._ready.wait()

    def end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        self._loop.run_forever()

    async def _serve(self, asks: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            answers, on = await asyncio.open_connection("127.0.0.1", self.target)
            await asyncio.gather(self._pass_on(asks, on, back), self._give_back(answers, back))
            on.close()
        back.close()

    async def _pass_on(self, asks: asyncio.StreamReader, on: asyncio.StreamWriter, back: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while part := await asks.read(65_536):
                if self.mode == "slow":
                    await asyncio.sleep(SLOW_SECONDS)
                on.write(part)
                await on.drain()
                if self.mode == "cut":
                    back.close()
        on.close()

    async def _give_back(self, answers: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while part := await answers.read(65_536):
                if self.mode == "swallow":
                    break
                back.write(part)
                await back.drain()
        back.close()
