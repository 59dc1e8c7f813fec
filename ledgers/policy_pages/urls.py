"""Addresses of the policy and its drafts."""

from django.urls import path

from ledgers.policy_pages import (
    autonomy,
    backtest_files,
    backtest_pages,
    diff_pages,
    editor,
    files,
    history_pages,
    judge_pages,
    overview,
    rebase_pages,
    submit_pages,
    what_if,
)

urlpatterns = [
    path("policy/", overview.policy, name="policy"),
    path("policy/drafts/", files.start, name="policy-draft-start"),
    path("policy/drafts/<uuid:draft_id>/", editor.draft, name="policy-draft"),
    path("policy/drafts/<uuid:draft_id>/edit", editor.edit, name="policy-draft-edit"),
    path("policy/drafts/<uuid:draft_id>/import", files.take_in, name="policy-draft-import"),
    path("policy/drafts/<uuid:draft_id>/toml", files.draft_toml, name="policy-draft-toml"),
    path("policy/drafts/<uuid:draft_id>/join", editor.join, name="policy-draft-join"),
    path("policy/drafts/<uuid:draft_id>/withdraw", editor.withdraw, name="policy-draft-withdraw"),
    path("policy/versions/<int:version>/toml", files.version_toml, name="policy-version-toml"),
    path("policy/drafts/<uuid:draft_id>/diff", diff_pages.draft_diff, name="policy-draft-diff"),
    path("policy/drafts/<uuid:draft_id>/submit", submit_pages.submit, name="policy-draft-submit"),
    path("policy/drafts/<uuid:draft_id>/judge", judge_pages.judge, name="policy-draft-judge"),
    path("policy/drafts/<uuid:draft_id>/rebase", rebase_pages.rebase, name="policy-draft-rebase"),
    path("policy/drafts/<uuid:draft_id>/backtest", backtest_pages.ask, name="policy-backtest-ask"),
    path("policy/backtests/<uuid:backtest_id>/", backtest_pages.result, name="policy-backtest"),
    path("policy/backtests/<uuid:backtest_id>/progress", backtest_pages.progress, name="policy-backtest-progress"),
    path("policy/backtests/<uuid:backtest_id>/cancel", backtest_pages.cancel, name="policy-backtest-cancel"),
    path(
        "policy/backtests/<uuid:backtest_id>/acknowledge",
        backtest_pages.acknowledge,
        name="policy-backtest-acknowledge",
    ),
    path("policy/backtests/<uuid:backtest_id>/lists/<str:name>", backtest_pages.listed, name="policy-backtest-list"),
    path("policy/backtests/<uuid:backtest_id>/csv", backtest_files.table, name="policy-backtest-csv"),
    path("policy/backtests/<uuid:backtest_id>/json", backtest_files.whole, name="policy-backtest-json"),
    path("policy/history/", history_pages.history, name="policy-history"),
    path("policy/versions/<int:version>/", history_pages.version, name="policy-version"),
    path("policy/versions/<int:version>/diff", diff_pages.version_diff, name="policy-version-diff"),
    path("policy/versions/<int:version>/roll-back", history_pages.roll_back, name="policy-roll-back"),
    path("policy/autonomy/", autonomy.autonomy, name="policy-autonomy"),
    path("policy/autonomy/suggestion", autonomy.suggestion, name="policy-suggestion"),
    path("policy/what-if/", what_if.what_if, name="policy-what-if"),
]
