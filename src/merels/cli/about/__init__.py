"""What the command says about itself: completion for shells, its guides, the installation."""
