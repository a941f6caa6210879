"""What is counted on boards and in plays, by definition."""
