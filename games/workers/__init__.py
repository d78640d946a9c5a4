"""What happens without a browser: bots play, hints are found. Only here is the evaluator asked."""
