"""From pasted text to a report: what surrounds it is unwrapped, then each dialect finds its errors."""
