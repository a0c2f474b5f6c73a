"""Imported once by the process that workers are forked from: all workers share what is created here.

The built-in packs, their worlds, lessons and texts are then cached, so that a new worker answers its first
call as fast as its last.
"""

from __future__ import annotations

import gc

from smallworld.lab.balance.printed import printed
from smallworld.languages import LANGUAGES

from ..bots import advice, bot_jobs, thinking
from ..picture.world_choices import worlds
from ..tables import create_table
from . import analysis, balance_report, courses, replay, vocabulary_form, workshop
from .encyclopedia import library

MODULES = (
    analysis,
    balance_report,
    advice,
    vocabulary_form,
    courses,
    bot_jobs,
    create_table,
    replay,
    thinking,
    workshop,
)


def _preload() -> None:
    bot_jobs.levels()
    printed()
    for lang in LANGUAGES:
        for choice in worlds(lang):
            library(lang, tuple(choice.packs))
        vocabulary_form.vocabulary(lang)
        courses.learning(lang)
    gc.collect()
    gc.freeze()


_preload()
