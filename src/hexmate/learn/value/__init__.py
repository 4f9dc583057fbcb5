"""Value models for negamax: architectures, self-play, imitation, export."""
