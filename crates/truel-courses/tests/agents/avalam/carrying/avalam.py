"""Stands for the framework's file, which most agents carry beside them. It knows no more than its
agent asks for.
"""


class Agent:
    pass


def actions(percepts):
    m = percepts["m"]
    cells = [(i, j) for i in range(9) for j in range(9) if m[i][j]]
    for i, j in cells:
        for k, l in cells:
            if (i, j) != (k, l) and abs(i - k) <= 1 and abs(j - l) <= 1 and abs(m[i][j]) + abs(m[k][l]) <= 5:
                yield i, j, k, l


def agent_main(agent):
    import sys
    from xmlrpc.server import SimpleXMLRPCServer

    assert sys.argv[1] == "-b" and sys.argv[3] == "-p"
    server = SimpleXMLRPCServer((sys.argv[2], int(sys.argv[4])), allow_none=True)
    server.register_instance(agent)
    server.serve_forever()
