"""What an audit is made of: finding the source, reading its names, checking the claims."""
