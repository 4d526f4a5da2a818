"""The linking stage: what files of a distribution say together."""
