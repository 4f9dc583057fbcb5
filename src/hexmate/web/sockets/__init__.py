"""The two sockets: live games and analyses."""
