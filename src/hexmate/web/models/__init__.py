"""What the API sends and takes, checked."""
