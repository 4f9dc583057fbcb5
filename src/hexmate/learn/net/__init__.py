"""`HexNet`, the network of tree search: model, self-play, training, export."""
