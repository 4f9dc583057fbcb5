"""`python -m hexmate` is the command line."""

from hexmate.cli import main

main()
