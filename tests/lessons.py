"""What a lesson is to a reader without scripts, where the sides are Black and White."""

from games import mnk, remarks
from games.play.protocol import RemarkPart
from games.review.findings import Lesson

SIDES = mnk.BySide("Black", "White")


def in_words(lesson: Lesson, variant: mnk.Variant) -> str:
    return sentences(lesson.remarks, variant)


def sentences(told: tuple[RemarkPart, ...], variant: mnk.Variant) -> str:
    return " ".join(remarks.said(each.remark, variant, SIDES) for each in told)
