"""The list: which promise each break attacks, what it does, and the tests that have to turn red."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tests.sabotage import approvals, content, drafting, hub, law, ledger, replaying, sealing, service, telling, walls
from tests.sabotage.guards import (
    DROP_FACT_GUARDS,
    DROP_LOG_KEYS,
    DROP_SENSITIVE_GUARDS,
    ONE_DECISION,
    ONE_IN_FORCE,
)

KEEP_EVIDENCE = """
DO $$ BEGIN
    EXECUTE replace(pg_get_functiondef('ledgers_erase'::regproc), 'evidence = ''{}'', ', '');
END $$;
"""


def nothing() -> None:
    """For breaks that only touch the database."""


@dataclass(frozen=True)
class Break:
    """`patch` runs in the test process before the first test; `sql` once the test database is there.

    One that takes `long` runs when it is named, or with PROVE=1.
    """

    key: str
    what: str
    tests: tuple[str, ...]
    patch: Callable[[], None] = nothing
    sql: str = ""
    long: bool = False


I07 = "tests/invariants/test_i07_order_does_not_matter.py"
PAIR = "tests/escalations/test_two_people.py"
I14 = "tests/invariants/test_i14_no_harmless_steps.py"
I16 = "tests/invariants/test_i16_workspaces_are_walls.py"
STORE = "tests/ledgers/test_checkpoint_store.py"
I17 = "tests/invariants/test_i17_external_is_last.py"
DRAFTS = "tests/ledgers/drafts"
JUDGING, SUBMITTING = f"{DRAFTS}/test_judging.py", f"{DRAFTS}/test_submitting.py"
BREAKS = [
    Break(
        "I1",
        "no exclusion constraint, no lock",
        ("tests/invariants/test_i01_one_in_force.py",),
        ledger.no_lock,
        ONE_IN_FORCE,
    ),
    Break(
        "I2",
        "the log is written after the commit",
        ("tests/invariants/test_i02_every_change_is_logged.py",),
        ledger.log_after_commit,
        DROP_FACT_GUARDS + DROP_LOG_KEYS,
    ),
    Break(
        "I3",
        "a decision reads the clock of the process",
        ("tests/invariants/test_i03_replay.py",),
        replaying.the_process_has_a_clock,
    ),
    Break(
        "I4",
        "the check looks at no checkpoint",
        ("tests/invariants/test_i04_tamper_evidence.py",),
        sealing.no_checkpoints,
    ),
    Break(
        "I4-store",
        "the store is never written",
        (
            f"{STORE}::test_each_checkpoint_becomes_an_object_with_the_bytes_of_its_line",
            f"{STORE}::test_a_log_cut_off_with_its_file_is_found_through_the_store",
        ),
        sealing.store_is_never_written,
    ),
    Break(
        "I4-overwrite",
        "objects are overwritten",
        (f"{STORE}::test_an_object_that_is_there_with_other_bytes_stays_and_is_told",),
        sealing.objects_are_overwritten,
    ),
    Break("I5", "a decision reads, then saves", ("tests/invariants/test_i05_two_deciders.py",), ledger.read_then_save),
    Break(
        "I6",
        "no unique key: look, then insert",
        ("tests/invariants/test_i06_idempotency.py",),
        sql="ALTER TABLE ledgers_claim DROP CONSTRAINT claim_idempotency_unique;",
    ),
    Break("I7-support", "a support lifts the whole fact", (I07,), law.support_lifts_the_whole_fact),
    Break("I7-noop", "a noop claim is dropped", (I07,), law.noop_is_dropped),
    Break("I7-retract", "a retract over nothing is dropped", (I07,), law.retract_over_nothing_is_dropped),
    Break("I7-loser", "a loser never comes back", (I07,), law.loser_never_comes_back),
    Break("I7-correction", "a correction leaves a hole", (I07,), law.correction_leaves_a_hole),
    Break(
        "I8",
        "no unique index, and bells are not counted",
        ("tests/invariants/test_i08_delivered_twice.py",),
        ledger.bells_are_not_counted,
        ONE_DECISION,
    ),
    Break("I10", "the recorded time decides", ("tests/invariants/test_i10_two_clocks.py",), law.recorded_time_decides),
    Break(
        "I11",
        "facts change in place",
        ("tests/invariants/test_i11_as_of_is_stable.py",),
        ledger.facts_change_in_place,
        DROP_FACT_GUARDS,
    ),
    Break(
        "I12",
        "an erasure keeps the evidence",
        ("tests/invariants/test_i12_erase_keeps_the_proof.py",),
        sql=KEEP_EVIDENCE,
    ),
    Break(
        "I13",
        "the replay reads the current policy",
        ("tests/invariants/test_i13_policy_is_versioned.py",),
        replaying.policy_of_today,
    ),
    Break(
        "I14",
        "no trigger on sensitive fields",
        ("tests/invariants/test_i14_sensitive_needs_owner.py",),
        sql=DROP_SENSITIVE_GUARDS,
    ),
    Break(
        "I15",
        "who is strong enough need not be a proposer",
        ("tests/invariants/test_i15_registry.py",),
        ledger.strength_is_a_right,
    ),
    Break("I16-policy", "a table lost its policy", (I16,), sql=walls.NO_WALL),
    Break("I16-filter", "managers filter nothing", (I16,), walls.managers_forget),
    Break("I17", "the order as written, without the last place", (I17,), law.order_is_taken_as_written),
    Break(
        "I18",
        "the body names its source type",
        ("tests/invariants/test_i18_rank_comes_from_the_credential.py",),
        ledger.body_names_its_source_type,
    ),
    Break("I14-content", "sensitive content is not looked at", (I14,), content.content_is_not_looked_at),
    Break("I14-scope", "a wider scope is not compared with a narrower one", (I14,), content.scopes_are_not_compared),
    Break(
        "I19",
        "what was shown is not compared",
        ("tests/invariants/test_i19_approvals_are_single_use.py",),
        approvals.digests_are_ignored,
    ),
    Break("PAIR", "anybody is a second person", (PAIR,), approvals.anybody_confirms),
    Break("PAIR-change", "a first approval outlives changes", (PAIR,), approvals.approvals_outlive_changes),
    Break(
        "UNDO",
        "an undo sweeps away what came later",
        ("tests/escalations/test_undo.py",),
        approvals.later_changes_are_swept_away,
    ),
    Break(
        "I20",
        "a value is shown unescaped",
        ("tests/invariants/test_i20_text_never_commands.py",),
        content.values_are_not_escaped,
    ),
    Break(
        "I22",
        "the token is logged, unmasked",
        ("tests/invariants/test_i22_secrets_stay_secret.py",),
        telling.the_token_is_logged,
    ),
    Break(
        "I21",
        "no look-alike check",
        ("tests/invariants/test_i21_look_alikes.py",),
        content.names_are_not_compared,
    ),
    Break("I23", "no last-resort handler", ("tests/invariants/test_i23_no_500.py",), service.no_last_resort),
    Break(
        "I24",
        "an error of the log is swallowed",
        ("tests/invariants/test_i24_fails_closed.py",),
        service.log_error_swallowed,
        DROP_FACT_GUARDS + DROP_LOG_KEYS,
    ),
    Break("I25", "slots are locked unsorted", ("tests/invariants/test_i25_no_deadlock.py",), service.locks_unsorted),
    Break("I26", "no limit per token", ("tests/api/test_rate_limit.py",), service.no_limit_per_token),
    Break(
        "draft-author",
        "nobody asks who wrote in a draft, nor does the database",
        (f"{JUDGING}::test_an_author_does_not_approve", f"{JUDGING}::test_an_approver_who_joins_is_an_author"),
        drafting.nobody_is_an_author,
        drafting.NO_GUARDS,
    ),
    Break(
        "draft-author-guard",
        "the database takes any verdict",
        (f"{JUDGING}::test_the_database_keeps_authors_from_approving",),
        sql=drafting.NO_GUARD_OF_VERDICTS,
    ),
    Break(
        "draft-guard",
        "the database lets any draft go on",
        (f"{JUDGING}::test_the_database_keeps_what_nobody_approved_from_going_on",),
        sql=drafting.NO_GUARD_OF_DRAFTS,
    ),
    Break(
        "draft-record",
        "edits and verdicts may be rewritten",
        (
            f"{JUDGING}::test_a_verdict_is_never_rewritten",
            f"{DRAFTS}/test_editing.py::test_what_was_edited_is_never_rewritten",
        ),
        sql=drafting.APPEND_ANYTHING,
    ),
    Break(
        "draft-seen",
        "an approval is of whatever stands",
        (f"{JUDGING}::test_an_approval_is_of_what_was_seen", f"{JUDGING}::test_of_two_approvers_the_second_is_told"),
        drafting.approvals_are_of_anything,
    ),
    Break(
        "draft-edit",
        "an edit leaves the approval",
        (f"{DRAFTS}/test_editing.py::test_an_edit_takes_back_what_was_submitted_or_approved",),
        drafting.edits_keep_the_approval,
        drafting.NO_GUARDS,
    ),
    Break(
        "draft-stale",
        "any result of a backtest will do",
        (f"{SUBMITTING}::test_a_result_speaks_of_what_was_tried_alone",),
        drafting.any_result_will_do,
    ),
    Break(
        "draft-control",
        "nobody looks at the control run",
        (f"{SUBMITTING}::test_an_engine_that_decides_otherwise_than_it_did_keeps_every_draft_back",),
        drafting.the_control_run_is_not_looked_at,
    ),
    Break(
        "draft-answers",
        "people are contradicted without a word",
        (f"{SUBMITTING}::test_each_contradiction_of_a_person_is_answered_for",),
        drafting.nobody_answers,
    ),
    Break(
        "draft-lint",
        "nothing that lint finds blocks",
        (
            f"{SUBMITTING}::test_what_lint_blocks_is_neither_tried_nor_submitted",
            f"{JUDGING}::test_the_registries_are_read_again_before_it_passes",
        ),
        drafting.lint_is_not_asked,
    ),
    Break(
        "draft-base",
        "another version leaves the drafts as they are",
        (f"{DRAFTS}/test_activating.py::test_another_version_puts_every_open_draft_in_conflict",),
        drafting.other_versions_are_ignored,
    ),
    Break(
        "draft-lock",
        "two may act on one draft at once",
        (f"{DRAFTS}/test_two_at_once.py",),
        drafting.drafts_are_not_held,
    ),
    Break(
        "draft-first",
        "every version is the first",
        ("tests/escalations/test_ways_around_a_second_person.py::test_only_the_first_version_needs_nobody_else",),
        drafting.any_version_is_the_first,
    ),
    Break(
        "draft-preview",
        "a preview of looking again is carried out",
        ("tests/escalations/test_reevaluating.py::test_the_preview_says_what_would_close_and_changes_nothing",),
        drafting.previews_stay,
    ),
]
# These break the processes of a hub, which the test starts.
BREAKS += [
    Break(key, one.what, ("tests/invariants/test_i09_nothing_acknowledged_is_lost.py",), long=one.long)
    for key, one in hub.BROKEN.items()
]
