"""Ends before it serves anything."""

from avalam import agent_main

if __name__ == "__main__":
    raise ValueError("no agent today")
    agent_main(None)
