"""Players that think for the server: which, when, and how long."""
