"""The product: rules, evaluator, players, live games, review."""
