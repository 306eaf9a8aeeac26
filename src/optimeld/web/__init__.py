"""The board in the browser: a thin server over the package, and the page it serves (extra `web`)."""
