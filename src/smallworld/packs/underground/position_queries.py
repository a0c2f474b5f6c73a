"""What the pieces of this pack ask about a position. These functions run for every legal list and every
scoring, so they are compiled; the classes of the pieces are not."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from smallworld.engine.bits import regions
from smallworld.engine.content.piece_view import PieceView


def near_the_ancient(scene: PieceView) -> int:
    return scene.beside(scene.spots("great_ancient"))


def elsewhere(scene: PieceView) -> Sequence[int]:
    """Where the Great Ancient could go; one that waits for a conquest goes nowhere."""
    stands = scene.spots("great_ancient")
    return regions(scene.held & ~stands) if stands else ()


def lonely(scene: PieceView) -> int:
    """Held regions with no other race next to them; passages of the race count, in its disfavour."""
    return scene.held & ~scene.adjoining(scene.others())


def victims(scene: PieceView, mask: int) -> list[int]:
    """Players with an active token next to these regions that is not immune."""
    near = scene.adjoining(mask) & ~scene.immune_to_me()
    return [seat for seat in scene.opponents if scene.active_of(seat) & near]


def foot_of_the_volcano(scene: PieceView) -> int:
    return scene.bordering(scene.spots("volcano"))


def heat(scene: PieceView) -> int:
    """Next to the Volcano, or connected with it by regions the race holds. Only real borders count."""
    reached, hot = 0, foot_of_the_volcano(scene)
    while hot & scene.held & ~reached:
        reached |= hot & scene.held
        hot |= scene.bordering(reached)
    return hot


def with_a_place(scene: PieceView) -> int:
    return scene.lying("place")


def groups(scene: PieceView, next_to: Callable[[int], int]) -> int:
    """Into how many groups the held regions fall. Being next to each other counts both ways."""
    left, count = scene.held, 0
    ways = [(1 << region, next_to(1 << region)) for region in regions(left)]
    while left:
        group, before = left & -left, 0
        while group != before:
            before = group
            for bit, near in ways:
                if bit & group:
                    group |= near & left
                elif near & group:
                    group |= bit
        left &= ~group
        count += 1
    return count


def one_flock(scene: PieceView) -> int:
    return 1 if groups(scene, scene.beside) == 1 else 0


def blocks(scene: PieceView) -> int:
    return groups(scene, scene.bordering)


def crowds(scene: PieceView) -> int:
    return scene.crowded(3)


def on_the_map(relic: str) -> Callable[[PieceView], bool]:
    """A relic can be copied wherever it lies, whoever holds it."""

    def test(scene: PieceView) -> bool:
        return scene.spots(relic) != 0

    return test


def not_with(relic: str) -> Callable[[PieceView], Sequence[int]]:
    """Held regions in which the Bag could do what a relic does, once a turn and elsewhere than the relic."""

    def options(scene: PieceView) -> Sequence[int]:
        lies = scene.spots(relic)
        return regions(scene.held & ~lies) if lies and not scene.count("bag_used") else ()

    return options


def doubled_by_the_bag(scene: PieceView) -> int:
    return scene.spots("bag") if scene.count("bag_doubles") else 0


def to_be_reborn(scene: PieceView) -> Sequence[int]:
    if scene.count("reborn_done") >= 2 or not scene.active_tokens:
        return ()
    return regions(scene.held & scene.active_ground)  # nobody rises in a sea where he could not live


def marked(scene: PieceView) -> int:
    seats = scene.count("vengeance")
    return sum(scene.held_by(seat) for seat in scene.opponents if seats >> seat & 1)


def still_there(scene: PieceView) -> int:
    return 1 if scene.held else 0


def not_with_its_copy(counter: str) -> Callable[[PieceView], Sequence[int]]:
    """Held regions, but not the one where the Bag has done the same this turn."""

    def options(scene: PieceView) -> Sequence[int]:
        copied = scene.spots("bag") if scene.count(counter) else 0
        return regions(scene.held & ~copied)

    return options


def own_declined(scene: PieceView) -> Sequence[int]:
    return regions(scene.declined_of(scene.seat))


def haunts(scene: PieceView) -> Sequence[int]:
    stands = scene.spots("ghost") | scene.spots("tomb_raiders_crypt")
    return regions(scene.land & ~stands)


def prey(scene: PieceView) -> Sequence[int]:
    """Next to the Balrog, or to the Pentacle he comes from; whatever bars a conquest there bars him."""
    stands = scene.spots("balrog") or scene.spots("wickedest_pentacle")
    return regions(scene.bordering(stands) & scene.land & ~scene.barred())


def late_prey(scene: PieceView) -> Sequence[int]:
    """Once a turn; whoever ended the conquests himself has passed."""
    return () if scene.count("balrog_used") else prey(scene)
