"""The texts of the server and the browser client."""
