"""What verifying is made of: where it runs, and what is tried."""
