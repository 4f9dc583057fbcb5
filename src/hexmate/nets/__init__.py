"""Networks that judge positions: what they read, their files, and how they are run."""
