"""What there is to read and to watch: the encyclopedia, its lessons, replays."""
