"""Every message between server and browser. The client's TypeScript types are generated from here.

Texts for people leave the server in the viewer's language; ids are for icons and tests. A client draws what
it receives: it never needs to know what a race, a marker or a step means.
"""
