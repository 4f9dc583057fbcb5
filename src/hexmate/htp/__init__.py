"""HTP, the Hex text protocol: how programs that play Hex talk to each other.

`codec` is the form of the lines, `server` makes any player an engine. The protocol itself is
described on the page "Text protocol" of the documentation.
"""
