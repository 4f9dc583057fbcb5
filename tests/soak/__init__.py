"""The full figures: long runs that can be cut at any moment and resume where they were."""
