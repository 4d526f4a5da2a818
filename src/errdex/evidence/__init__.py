"""Claims are checked: names exist, guards agree with conditions, calls behave as said."""
