"""What the server and the browser table say."""
