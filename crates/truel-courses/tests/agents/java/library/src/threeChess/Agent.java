package threeChess;

/** A student's copy of the contest's class, spoiled. */
public abstract class Agent {
    public abstract Position[] playMove(Board board) { return null; }
}
