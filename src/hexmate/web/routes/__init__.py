"""The HTTP API and the pages, one file for each noun."""
