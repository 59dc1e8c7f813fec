"""Pages of accounts."""

from django.urls import path

from memoryhub.accounts import token_pages, views

urlpatterns = [
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("sign-out/everywhere/", views.sign_out_everywhere, name="sign-out-everywhere"),
    path("preferences/language/", views.language, name="preference-language"),
    path("preferences/theme/", views.theme, name="preference-theme"),
    path("preferences/workspace/", views.workspace, name="preference-workspace"),
    path("tokens/", token_pages.token_list, name="tokens"),
    path("tokens/<uuid:token_id>/revoke/", token_pages.token_revoke, name="token-revoke"),
]
