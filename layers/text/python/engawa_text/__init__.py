"""State to text and text to state: pure functions, carried by the cloud and the agent alike."""
