"""Tables for people: seats, clocks, storage and the messages between server and browser. No rules."""
