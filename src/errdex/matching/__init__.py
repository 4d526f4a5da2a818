"""From a reported error to the statement that printed it."""
