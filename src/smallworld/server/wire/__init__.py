"""Every message between server and browser, once. The client's TypeScript types are generated from here.

Words for people are in the reader's language when they leave the server; ids are for icons and tests. A
client draws what it is told: it never needs to know what a race, a marker or a step means.
"""
