"""Programs that a bridge starts."""

import os
import threading


class Words:
    """What a program prints: passed on, and searched for the reason of its end, which is a line
    that begins like `sign`.
    """

    def __init__(self, pipe, sign):
        self.pipe = pipe
        self.sign = sign
        self.reason = None
        self.is_trace = False
        self.thread = threading.Thread(target=self.pass_on, daemon=True)
        self.thread.start()

    def pass_on(self):
        # One without a line end is passed on in pieces.
        for line in iter(lambda: self.pipe.readline(1 << 16), b""):
            try:
                os.write(2, line)
            except OSError:
                pass
            self.note(line.decode("utf-8", "replace").rstrip())

    def note(self, line):
        if self.sign.match(line):
            self.reason = line[:300]
            self.is_trace = True
        elif self.is_trace and line.startswith("Caused by: "):
            self.reason = line[11:311]
        elif line[:1] not in ("\t", " "):
            self.is_trace = False

    def why(self):
        """The reason in a clause; a child of the program may keep the pipe open, and is not waited
        for.
        """
        self.thread.join(0.5)
        return "" if self.reason is None else ": " + self.reason
