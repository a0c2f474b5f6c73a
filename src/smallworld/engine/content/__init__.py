"""What packs are made of: boards, pieces, the changes a piece may ask for, and what a piece may look at."""
