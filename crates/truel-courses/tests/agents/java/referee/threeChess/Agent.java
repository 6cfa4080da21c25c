package threeChess;

/** A stand-in for the contest's class of that name: what agents extend. */
public abstract class Agent {
    public abstract Position[] playMove(Board board);

    public abstract String toString();

    public abstract void finalBoard(Board finalBoard);
}
