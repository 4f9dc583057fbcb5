"""`HumanNet`, the network that predicts people's moves: games, model, training, evaluation."""
