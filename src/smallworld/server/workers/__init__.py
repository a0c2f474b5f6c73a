"""Worker processes that can be killed, for untrusted text and long work; and the fair queue before them."""
