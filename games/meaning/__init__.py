"""What positions, questions and answers are, and what an answer says."""
