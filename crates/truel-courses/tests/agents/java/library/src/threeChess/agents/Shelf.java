package threeChess.agents;

import threeChess.Board;
import threeChess.Position;

/** A class of the agent's own beside it. */
class Shelf {
    static Position[] first(Board board) {
        for (Position start : Position.values()) {
            for (Position end : Position.values()) {
                if (board.isLegalMove(start, end)) {
                    return new Position[] {start, end};
                }
            }
        }
        return null;
    }
}
