"""What must hold in every position, and how often each law is checked."""
