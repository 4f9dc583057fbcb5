"""Access: which requests are let in, who sent them, and what a page may do."""
