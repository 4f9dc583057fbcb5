"""Who may come in, who asks, and what a page may do."""
