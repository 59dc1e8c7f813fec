"""The second wall: a manager whose rows are those of the workspace at work, also where a query forgets to say so."""

from __future__ import annotations

from typing import TypeVar

from django.db import models

from memoryhub.accounts import walls

M = TypeVar("M", bound=models.Model)


class Walled(models.Manager[M]):
    """For models whose rows name their workspace. Outside every workspace there are none."""

    def get_queryset(self) -> models.QuerySet[M]:
        rows = super().get_queryset()
        workspace = walls.here()
        return self.outside(rows) if workspace is None else rows.filter(workspace_id=workspace)

    @staticmethod
    def outside(rows: models.QuerySet[M]) -> models.QuerySet[M]:
        return rows.none()
