package threeChess.agents;

import threeChess.Board;
import threeChess.Position;

/** Answers with nothing. */
public class Silent extends Wanderer {
    @Override
    public Position[] playMove(Board board) {
        return null;
    }
}
