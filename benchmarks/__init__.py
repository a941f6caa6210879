"""Speed and memory beside what a user would pick instead; ``python -m benchmarks``."""
