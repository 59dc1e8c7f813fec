"""One run: start everything, load and kill, stop, wait, check."""

from __future__ import annotations

import json
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.chaos import proofs
from tests.chaos.bots import PEOPLE, Person
from tests.chaos.faults import Faults, kinds
from tests.chaos.furnish import KEYS
from tests.chaos.journal import Journal
from tests.chaos.load import CLIENTS, Client
from tests.chaos.proxy import Proxy
from tests.chaos.recovering import recoveries
from tests.chaos.report import Report
from tests.chaos.saying import Mouth
from tests.chaos.sending import Seen, Sender
from tests.chaos.stack import WORKERS, Stack
from tests.chaos.watching import Watch

# I9: so long after the last fault everything acknowledged is settled or pending.
LIMIT = 60.0
POLL = 0.1
# The last fault leaves so many claims to the outbox alone.
WAITING = 5


@dataclass(frozen=True)
class Plan:
    """What is asked of a run. `pause`: how long a client rests between two claims, on average; `every`: the least and
    most seconds between two faults."""

    seconds: float
    seed: int
    broker: str = "auto"
    wanted: tuple[str, ...] = ()
    pause: float = 0.05
    every: tuple[float, float] = (1.0, 3.0)
    environment: dict[str, str] = field(default_factory=dict)
    sabotage: str = ""
    keep: bool = False


def run(plan: Plan) -> Report:
    """Carry the plan out and say what was found."""
    with _folder(keep=plan.keep) as folder, _stack(plan, folder) as stack:
        proxy = Proxy(stack.port)
        proxy.start()
        crowd = Crowd(stack, proxy, Journal(folder / "journal.jsonl"), plan)
        watch = Watch(stack, crowd.over)
        faults = Faults(stack, proxy, Random(plan.seed), kinds(stack, plan.wanted), plan.every)
        crowd.start()
        watch.start()
        began = time.monotonic()
        while time.monotonic() < began + plan.seconds:
            _turn(stack, faults)
        _last_fault(stack, faults, crowd)
        drained = _drain(stack)
        proxy.end()
        found = _checked(stack, crowd, drained)
        return Report.of(plan.seed, stack.broker.kind, plan.seconds, crowd.journal.path).with_(
            faults=faults.counts,
            recovered=recoveries(crowd.journal.path, faults.done),
            statuses={str(status): times for status, times in sorted(crowd.seen.statuses.items())},
            broken=crowd.seen.broken,
            drained=round(drained, 1),
            oldest=round(watch.oldest, 1),
            found=found,
        )


def _turn(stack: Stack, faults: Faults) -> None:
    faults.tick()
    stack.look()
    time.sleep(POLL)


def _last_fault(stack: Stack, faults: Faults, crowd: Crowd) -> None:
    """No worker hears, clients go on, and then the broker loses every bell: what is left only the outbox knows."""
    faults.end()
    for worker in stack.workers:
        worker.kill()
    began = time.monotonic()
    while not _enough_waits(stack, time.monotonic() - began):
        stack.look(but=WORKERS)
        time.sleep(POLL)
    crowd.stop()
    faults.do("broker forgets")


def _enough_waits(stack: Stack, seconds: float) -> bool:
    """A few claims and a broker that can forget them; on a very busy machine whatever a minute brought."""
    if seconds < 2.0 or not stack.broker.answers() or not stack.database.answers():
        return False
    return proofs.waiting(stack) >= WAITING or seconds > LIMIT


def _drain(stack: Stack) -> float:
    """Seconds from the last fault until nothing waits to be decided; LIMIT when something still does."""
    began = time.monotonic()
    while time.monotonic() < began + LIMIT:
        stack.look()
        if stack.database.answers() and not proofs.waiting(stack):
            return time.monotonic() - began
        time.sleep(POLL)
    return LIMIT


@dataclass
class Crowd:
    """Everyone who uses the hub while it is being killed."""

    stack: Stack
    proxy: Proxy
    journal: Journal
    plan: Plan
    seen: Seen = field(default_factory=Seen)
    over: threading.Event = field(default_factory=threading.Event)
    _threads: list[threading.Thread] = field(default_factory=list)

    def start(self) -> None:
        jobs = [self._client(number).run for number in range(CLIENTS)]
        jobs += [self._person(number).run for number in range(len(PEOPLE))]
        self._threads = [threading.Thread(target=job) for job in jobs]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self.over.set()
        for thread in self._threads:
            thread.join()
        self.journal.close()

    def _client(self, number: int) -> Client:
        # The first two of three keep to the first workspace.
        key = KEYS[number % 2]
        random = Random(f"{self.plan.seed} client {number}")
        tokens = self.stack.world[key]["tokens"]
        sender = Sender(self.proxy.port, self.seen, self.over)
        mouth = Mouth(random)
        return Client(number, key, tokens, sender, self.journal, mouth, random, self.over, self.plan.pause)

    def _person(self, number: int) -> Person:
        key, who = PEOPLE[number]
        random = Random(f"{self.plan.seed} person {number}")
        cookies = self.stack.world[key]["sessions"][who]
        return Person(key, who, cookies, Sender(self.proxy.port, self.seen, self.over), self.journal, random, self.over)


def _checked(stack: Stack, crowd: Crowd, drained: float) -> dict[str, list[str]]:
    """Everything that must hold, by name, with what is wrong."""
    said = stack.run("-m", "tests.chaos.checking", str(crowd.journal.path))
    found: dict[str, list[str]] = json.loads(said.splitlines()[-1])
    return found | proofs.of_service(stack, crowd.seen, drained, LIMIT) | proofs.of_the_log(stack)


@contextmanager
def _folder(*, keep: bool) -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="memoryhub-chaos-"))
    yield folder
    if not keep:
        shutil.rmtree(folder)


@contextmanager
def _stack(plan: Plan, folder: Path) -> Iterator[Stack]:
    stack = Stack(folder, plan.broker, KEYS, sabotage=plan.sabotage, **plan.environment)
    try:
        stack.start()
        yield stack
    finally:
        stack.end()
