"""Tables that ship with the package because they take long to compute."""
