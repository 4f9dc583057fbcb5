"""The data that the API takes and returns, as pydantic models."""
