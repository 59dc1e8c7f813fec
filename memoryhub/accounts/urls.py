"""Pages of accounts."""

from django.urls import path

from memoryhub.accounts import code_views, passkey_views, password_views, second_factor_views, shortcut_views, views

urlpatterns = [
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-in/code/", code_views.sign_in_code, name="sign-in-code"),
    path("sign-in/again/", code_views.sign_in_again, name="sign-in-again"),
    path("sign-in/passkey/", passkey_views.passkey_options, name="passkey-options"),
    path("sign-in/forgot/", password_views.forgotten, name="sign-in-forgot"),
    path("sign-in/link/<str:uid>/<str:token>/", password_views.sign_in_link, name="sign-in-link"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("sign-out/everywhere/", views.sign_out_everywhere, name="sign-out-everywhere"),
    path("preferences/language/", views.language, name="preference-language"),
    path("preferences/theme/", views.theme, name="preference-theme"),
    path("preferences/workspace/", views.workspace, name="preference-workspace"),
    path("profile/keys/", shortcut_views.shortcut_page, name="shortcuts"),
    path("profile/passkeys/", passkey_views.passkey_page, name="passkeys"),
    path("profile/passkeys/new/", passkey_views.passkey_new, name="passkey-new"),
    path("profile/second-factor/", second_factor_views.second_factor_page, name="second-factor"),
    path("profile/second-factor/key.svg", second_factor_views.second_factor_picture, name="second-factor-picture"),
    path("profile/second-factor/confirm/", second_factor_views.second_factor_confirm, name="second-factor-confirm"),
    path("profile/second-factor/codes/", second_factor_views.second_factor_codes, name="second-factor-codes"),
    path("profile/second-factor/off/", second_factor_views.second_factor_off, name="second-factor-off"),
]
