"""A shared view of the queue: found by everyone, changed by its maker and the admins, and no way round any right."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext

from escalations.models import Case, SavedView
from memoryhub.accounts.models import Member, Role
from tests.factories import make_member, make_workspace
from tests.screens.reading import text_of
from tests.screens.world import Firm


@pytest.fixture
def head(firm: Firm) -> Member:
    return make_member(firm.workspace, "head", Role.ACCOUNT_ADMIN)


def keep(client: Client, name: str, query: str = "view=all") -> SavedView:
    client.post("/queue/views/", {"name": name, "query": query})
    return SavedView.objects.get(name=name, member__user=client.session["_auth_user_id"])


def press(client: Client, view: SavedView, do: str, **more: str) -> int:
    return client.post(f"/queue/views/{view.pk}/", {"do": do, **more}).status_code


def test_a_shared_view_is_found_by_all_in_its_own_group_until_it_is_not(firm: Firm) -> None:
    firm.dispute()
    ana, eva = firm.client(firm.ana), firm.client(firm.eva)
    view = keep(ana, "Whole team")
    assert "Whole team" not in text_of(eva.get("/queue/"))
    assert press(ana, view, "share") == 302
    page = text_of(eva.get("/queue/"))
    assert "Shared: Whole team by Ana" in page
    assert "Shared by Ana." in text_of(eva.get("/queue/views/"))
    assert "Compartilhada por Ana." in text_of(firm.client(firm.eva, language="pt-br").get("/queue/views/"))
    # Its maker has it among their own, marked.
    assert "Whole team shared" in text_of(ana.get("/queue/"))
    assert "Shared: everyone here finds it." in text_of(ana.get("/queue/views/"))
    stranger = make_member(make_workspace(), "stranger", Role.OWNER)
    assert "Whole team" not in text_of(firm.client(stranger).get("/queue/"))
    assert press(ana, view, "unshare") == 302
    assert "Whole team" not in text_of(eva.get("/queue/")) + text_of(eva.get("/queue/views/"))
    assert "Whole team" in text_of(ana.get("/queue/"))


def test_a_view_shared_with_a_role_is_found_by_its_maker_and_who_holds_the_role(firm: Firm, head: Member) -> None:
    ana, admin = firm.client(firm.ana), firm.client(head)
    auditor, both = make_member(firm.workspace, "aud", Role.AUDITOR), firm.client(firm.rui)
    view = keep(ana, "Whole team")
    assert press(ana, view, "share", role="auditor") == 302
    assert "Whole team by Ana" in text_of(firm.client(auditor).get("/queue/"))
    assert "Shared by Ana." in text_of(firm.client(auditor).get("/queue/views/"))
    for client in (firm.client(firm.eva), both, admin):
        assert "Whole team" not in text_of(client.get("/queue/")) + text_of(client.get("/queue/views/"))
    assert "Whole team shared" in text_of(ana.get("/queue/"))
    assert "whoever holds the role “auditor” finds it." in text_of(ana.get("/queue/views/"))
    # Nor does an admin without the role tidy what they do not find.
    assert [press(admin, view, do, name="No") for do in ("rename", "remove")] == [404, 404]
    Member.objects.filter(pk=auditor.pk).update(roles=[])
    assert "Whole team" not in text_of(firm.client(auditor).get("/queue/"))
    assert press(ana, view, "share", role="nobody") == 422
    assert press(ana, view, "share") == 302
    assert "Whole team by Ana" in text_of(both.get("/queue/"))
    assert press(ana, view, "unshare") == 302
    view.refresh_from_db()
    assert (view.shared, view.role) == (False, "")


def test_each_sees_through_it_what_they_may_see(firm: Firm) -> None:
    firm.say("+551199999999", field="contact.phone", subject="user:eva", scope="user:eva")
    case = Case.objects.get()
    view = keep(firm.client(firm.eva), "Everything")
    press(firm.client(firm.eva), view, "share")
    for member, sees in ((firm.eva, True), (firm.rui, False)):
        page = firm.client(member).get(f"/queue/?{view.query}").content.decode()
        assert (str(case.pk) in page) is sees


def test_its_maker_and_account_admins_may_rename_and_remove_it_and_nobody_else(firm: Firm, head: Member) -> None:
    ana, eva, admin = (firm.client(member) for member in (firm.ana, firm.eva, head))
    view = keep(ana, "Whole team")
    assert press(admin, view, "rename", name="No") == 404
    press(ana, view, "share")
    for client in (eva, firm.client(firm.rui)):
        assert [press(client, view, do, name="No") for do in ("rename", "remove", "share", "unshare")] == [404] * 4
        assert f"view-rename-{view.pk}" not in client.get("/queue/views/").content.decode()
    assert press(admin, view, "rename", name="All of us") == 302
    # Whose it is stays: an admin tidies up, and takes nobody's view to themselves.
    assert [press(admin, view, do) for do in ("share", "unshare")] == [404, 404]
    view.refresh_from_db()
    assert (view.name, view.member, view.shared) == ("All of us", firm.ana, True)
    assert press(admin, view, "remove") == 302
    assert not SavedView.objects.exists()


def test_a_shared_name_is_used_once_and_own_names_stay_ones_own(firm: Firm, head: Member) -> None:
    ana, eva, admin = (firm.client(member) for member in (firm.ana, firm.eva, head))
    hers, his, other = keep(ana, "Late"), keep(eva, "Late"), keep(eva, "Mine")
    press(ana, hers, "share")
    refused = eva.post(f"/queue/views/{his.pk}/", {"do": "share"})
    assert refused.status_code == 422
    assert "Another shared view has that name." in text_of(refused)
    press(eva, other, "share")
    assert press(eva, other, "rename", name="Late") == 422
    clash = admin.post(f"/queue/views/{other.pk}/", {"do": "rename", "name": "Late"})
    assert "Another view of its maker has that name." in text_of(clash)
    assert set(SavedView.objects.filter(shared=True).values_list("name", flat=True)) == {"Late", "Mine"}
    with pytest.raises(IntegrityError, match="saved_view_shared_name_unique"), transaction.atomic():
        SavedView.objects.filter(pk=his.pk).update(shared=True)


def test_a_workspace_shares_a_handful(firm: Firm, monkeypatch: pytest.MonkeyPatch) -> None:
    ana, eva = firm.client(firm.ana), firm.client(firm.eva)
    monkeypatch.setattr("escalations.queue.saved_views.MOST", 1)
    first, second = keep(ana, "One"), keep(eva, "Two")
    assert [press(ana, first, "share"), press(ana, first, "share"), press(eva, second, "share")] == [302, 302, 422]


def test_it_stays_when_its_maker_leaves_and_an_admin_may_remove_it(firm: Firm, head: Member) -> None:
    ana, admin = firm.client(firm.ana), firm.client(head)
    shared, private = keep(ana, "Whole team"), keep(ana, "Only hers")
    press(ana, shared, "share")
    admin.post(f"/members/{firm.ana.pk}/deactivate/")
    page = text_of(admin.get("/queue/views/"))
    assert "Shared by Ana, who has left." in page
    assert "Only hers" not in page
    assert "Whole team by Ana" in text_of(firm.client(firm.eva).get("/queue/"))
    assert [press(admin, shared, "remove"), press(admin, private, "remove")] == [302, 404]


def test_shared_views_cost_the_queue_no_question_more(firm: Firm) -> None:
    ana, eva = firm.client(firm.ana), firm.client(firm.eva)
    eva.get("/queue/")
    with CaptureQueriesContext(connection) as before:
        eva.get("/queue/")
    for number in range(5):
        press(ana, keep(ana, f"View {number}"), "share")
    with CaptureQueriesContext(connection) as after:
        assert "View 4 by Ana" in text_of(eva.get("/queue/"))
    assert len(after) == len(before)
