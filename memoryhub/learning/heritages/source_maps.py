"""How much each web site weighs: two maps, so that the result does not hang on one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

WIKIPEDIAS = {"en.wikipedia.org", "en.m.wikipedia.org", "simple.wikipedia.org"}
# Registers and encyclopaedias with editors.
EDITED = {"www.wikidata.org", "www.worldheritagesite.org", "openarchive.icomos.org", "www.britannica.com"}


@dataclass(frozen=True, slots=True)
class Kind:
    """What a site is registered as."""

    tier: str
    external: bool = False


RECORD = Kind("system_of_record")
DOCUMENT = Kind("approved_document")
OWN_CRAWLER = Kind("agent_inference")
WEB = Kind("unattributed", external=True)


@dataclass(frozen=True, slots=True)
class SourceMap:
    """A reading of who is who among the sites."""

    name: str
    kind_of: Callable[[str], Kind]


def _registry_and_encyclopaedia(site: str) -> Kind:
    """The register of the convention is the system of record, Wikipedia a document, all else came from outside."""
    if site == "whc.unesco.org":
        return RECORD
    return DOCUMENT if site in WIKIPEDIAS else WEB


def _organisation(site: str) -> Kind:
    """Every host of the organisation counts as the record, so that two records can disagree; what our own crawler read
    elsewhere is an agent's inference, which has a speaker and is not external."""
    if site == "unesco.org" or site.endswith(".unesco.org"):
        return RECORD
    return DOCUMENT if site in WIKIPEDIAS | EDITED else OWN_CRAWLER


MAPS = (SourceMap("registry", _registry_and_encyclopaedia), SourceMap("organisation", _organisation))
