"""Faces of planar graphs: Euler's count, and every step of an edge in exactly one face."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from smallworld.drawing.planar import NotPlanar, faces_of

CUBE = [[1, 2, 4], [0, 3, 5], [0, 3, 6], [1, 2, 7], [0, 5, 6], [1, 4, 7], [2, 4, 7], [3, 5, 6]]
TREE = [[1, 2, 3], [0], [0, 4], [0], [2]]
TWO_TRIANGLES = [[1, 2, 3, 4], [0, 2], [0, 1], [0, 4], [0, 3]]
THREE_WAYS = [[2, 3, 4], [2, 3, 4], [0, 1], [0, 1], [0, 1]]
THREE_AND_THREE = [[3, 4, 5], [3, 4, 5], [3, 4, 5], [0, 1, 2], [0, 1, 2], [0, 1, 2]]


@pytest.mark.parametrize("neighbours", [CUBE, TREE, TWO_TRIANGLES, THREE_WAYS])
def test_faces(neighbours: Sequence[Sequence[int]]) -> None:
    faces = faces_of(neighbours, lambda face, path: 0.0)
    steps = [step for face in faces for step in zip(face, face[1:] + face[:1], strict=True)]
    assert sorted(steps) == sorted((a, b) for a, around in enumerate(neighbours) for b in around)
    assert len(neighbours) - len(steps) // 2 + len(faces) == 2


def test_not_planar() -> None:
    with pytest.raises(NotPlanar) as caught:
        faces_of(THREE_AND_THREE, lambda face, path: 0.0)
    assert set(caught.value.vertices) <= set(range(6))
