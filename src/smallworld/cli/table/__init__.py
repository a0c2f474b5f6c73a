"""Playing at one keyboard: seats, typed input, and the game loop."""
