"""`HexNet`, the network for tree search: model, self-play, training, export."""
