"""Pages of the queue and of its cases."""

from django.urls import path
from django.views.generic import RedirectView

from escalations import views, write_back_views
from escalations.card import case_views, step_views
from escalations.deciding import undo_views
from escalations.facts import asking_views, my_facts_views, proposing_views
from escalations.letters import inbox_views, link_views
from escalations.policy_steps import urls as policy_urls
from escalations.queue import bulk_views, saved_view_pages
from escalations.registry import urls, webhook_views

urlpatterns = [
    # Where people arrive who type the address that `make run` prints.
    path("", RedirectView.as_view(pattern_name="queue", http_method_names=["get", "head"]), name="home"),
    path("queue/", views.queue, name="queue"),
    path("queue/count/", views.queue_count, name="queue-count"),
    path("queue/news/", views.queue_news, name="queue-news"),
    path("queue/bulk/", bulk_views.queue_bulk, name="queue-bulk"),
    path("queue/bulk/commit/", bulk_views.queue_bulk_commit, name="queue-bulk-commit"),
    path("queue/views/", saved_view_pages.saved_views, name="saved-views"),
    path("queue/views/<uuid:view_id>/", saved_view_pages.saved_view, name="saved-view"),
    path("cases/<uuid:case_id>/", case_views.case, name="case"),
    # As people type it, without a way round.
    path("cases/<uuid:case_id>", case_views.case),
    path("cases/<uuid:case_id>/news", case_views.case_news, name="case-news"),
    path("cases/<uuid:case_id>/decide", case_views.case_decide, name="case-decide"),
    path("cases/<uuid:case_id>/undo", undo_views.case_undo, name="case-undo"),
    path("cases/<uuid:case_id>/revert", undo_views.case_revert, name="case-revert"),
    path("cases/<uuid:case_id>/confirm", undo_views.case_confirm, name="case-confirm"),
    path("cases/<uuid:case_id>/evidence", step_views.case_evidence, name="case-evidence"),
    path("cases/<uuid:case_id>/delegate", step_views.case_delegate, name="case-delegate"),
    path("cases/<uuid:case_id>/snooze", step_views.case_snooze, name="case-snooze"),
    path("cases/<uuid:case_id>/answer", step_views.case_answer, name="case-answer"),
    path("cases/<uuid:case_id>/reveal", step_views.case_reveal, name="case-reveal"),
    path("cases/link/<str:text>", link_views.case_link, name="case-link"),
    path("facts/mine/", my_facts_views.my_facts, name="my-facts"),
    path("facts/<uuid:fact_id>/propose/", proposing_views.fact_propose, name="fact-propose"),
    path("facts/<uuid:fact_id>/review/", asking_views.fact_review, name="fact-review"),
    *urls.urlpatterns,
    *policy_urls.urlpatterns,
    path("inbox/", inbox_views.inbox_page, name="inbox"),
    path("inbox/read/", inbox_views.inbox_read, name="inbox-read"),
    path("webhooks/", webhook_views.webhook_list, name="webhooks"),
    path("webhooks/<uuid:webhook_id>/", webhook_views.webhook_page, name="webhook"),
    path("webhooks/<uuid:webhook_id>/do/", webhook_views.webhook_do, name="webhook-do"),
    path("webhooks/<uuid:webhook_id>/again/", webhook_views.webhook_again, name="webhook-again"),
    path("write-backs/", write_back_views.write_back_list, name="write-backs"),
    path("write-backs/<uuid:task_id>/show/", write_back_views.write_back_show, name="write-back-show"),
    path("write-backs/<uuid:task_id>/done/", write_back_views.write_back_done, name="write-back-done"),
    path("help/", views.help_page, name="help"),
]
