"""One neutral prompt, and one file for each API that it is told to: pure, so nothing is sent or waited for here."""
