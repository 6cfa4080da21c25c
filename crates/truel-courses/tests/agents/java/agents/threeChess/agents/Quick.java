package threeChess.agents;

import threeChess.Agent;
import threeChess.Board;
import threeChess.Position;

/** Plays the first legal move it finds: what is left is what the way there and back costs. */
public class Quick extends Agent {
    @Override
    public Position[] playMove(Board board) {
        for (Position start : Position.values()) {
            for (Position end : Position.values()) {
                if (board.isLegalMove(start, end)) {
                    return new Position[] {start, end};
                }
            }
        }
        return null;
    }

    @Override
    public String toString() {
        return "Quick";
    }

    @Override
    public void finalBoard(Board finalBoard) {}
}
