"""What pages and the API share: who may see what, how they answer, and how they refuse."""
