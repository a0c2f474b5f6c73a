"""The encyclopedia, lessons, the workshop, replays, analyses and balance reports."""
