"""Pages about people and programs: one's own, for admins those of everybody, and how a workspace begins."""

from django.urls import path

from escalations.members import joining_views, member_views, profile_views
from escalations.registry import token_pages
from escalations.start import views

urlpatterns = [
    path("profile/", profile_views.profile, name="profile"),
    path("profile/password/", profile_views.profile_password, name="profile-password"),
    path("profile/sessions/end/", profile_views.session_end, name="session-end"),
    path("members/", member_views.members, name="members"),
    path("members/new/", member_views.member_new, name="member-new"),
    path("members/<uuid:member_id>/", member_views.member, name="member"),
    path("members/<uuid:member_id>/deactivate/", member_views.member_deactivate, name="member-deactivate"),
    path("members/<uuid:member_id>/reactivate/", member_views.member_reactivate, name="member-reactivate"),
    path("members/<uuid:member_id>/invite/", member_views.member_invite, name="member-invite"),
    path("join/<str:text>/", joining_views.join_page, name="join"),
    path("tokens/", token_pages.token_list, name="tokens"),
    path("tokens/<uuid:token_id>/", token_pages.token, name="token"),
    path("tokens/<uuid:token_id>/rotate/", token_pages.token_rotate, name="token-rotate"),
    path("tokens/<uuid:token_id>/revoke/", token_pages.token_revoke, name="token-revoke"),
    path("start/", views.begin, name="start"),
    path("start/policy/", views.policy, name="start-policy"),
    path("start/facts/", views.facts, name="start-facts"),
    path("start/agent/", views.agent, name="start-agent"),
    path("start/claim/", views.claim, name="start-claim"),
    path("help/roles/", member_views.roles, name="help-roles"),
]
