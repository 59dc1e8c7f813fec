"""What the registries and the policy refuse, by name."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from ledgers.domain.findings import Finding
from ledgers.policies.files import steps
from ledgers.wording_policy import say
from memoryhub.accounts.errors import FieldError, Problem, Words


class NoActivePolicy(Problem):
    """Nothing is decided without a policy: the claim stays where it is until there is one."""

    slug = "no-active-policy"
    status = 503
    title = _("This workspace has no active policy")

    def __init__(self) -> None:
        super().__init__(_("Activate one: manage.py policy --activate FILE --workspace KEY."))


class PolicyRefused(Problem):
    """A policy that lint blocks; one error per finding."""

    slug = "policy-refused"
    title = _("This policy cannot be activated")

    def __init__(self, findings: tuple[Finding, ...]) -> None:
        errors: list[FieldError] = [
            {"pointer": pointer(found.where), "code": found.code.replace("_", "-"), "detail": say(found)}
            for found in findings
        ]
        super().__init__(_("Mend what is listed and try again."), errors=errors)
        self.findings = findings


class RegistryRefused(Problem):
    """A registry entry that breaks a rule; one error per member."""

    slug = "registry-refused"
    title = _("This registry entry breaks a rule")

    def __init__(self, errors: list[FieldError]) -> None:
        super().__init__(errors[0]["detail"], errors=errors)


def wrong(member: str, code: str, detail: Words) -> FieldError:
    return {"pointer": f"#/{member}", "code": code, "detail": detail}


def pointer(where: str) -> str:
    """A path as a policy is written (`fields."a.b".order[1]`) as a JSON pointer fragment (`#/fields/a.b/order/1`)."""
    return "#" + "".join("/" + step.replace("~", "~0").replace("/", "~1") for step in steps(where))
