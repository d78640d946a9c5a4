"""Games looked at move by move: assessed, labelled, and what there is to practise."""
