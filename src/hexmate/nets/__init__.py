"""Networks that evaluate positions: their inputs, their files, and how they are run."""
