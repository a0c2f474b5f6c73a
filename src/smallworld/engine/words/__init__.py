"""The vocabulary of packs, one word in each file.

A file has the word itself (a function that packs call), its data, how it is compiled into a `Combo`, its part
in prices, gates and receipts, and at the end `WORD`: how pack files write it. `effects` lists all words.
"""
