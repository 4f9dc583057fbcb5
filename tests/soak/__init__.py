"""The full figures: long runs that can be cut at any moment and go on where they were."""
