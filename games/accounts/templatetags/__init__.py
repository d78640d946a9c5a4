"""What templates of accounts may say."""
