"""Pages about people: one's own, and for admins those of everybody."""

from django.urls import path

from escalations import member_views, profile_views

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
    path("help/roles/", member_views.roles, name="help-roles"),
]
