package threeChess.agents;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import threeChess.Agent;
import threeChess.Board;
import threeChess.Position;

/** Plays at random, prints, and looks at its clock. */
public class Wanderer extends Agent {
    private final Random random = new Random(7);
    private int before = Integer.MAX_VALUE;

    @Override
    public Position[] playMove(Board board) {
        int now = board.getTimeLeft(board.getTurn());
        System.out.println("bestmove after " + board.getMoveCount() + " moves, " + now + " ms left");
        if (now <= 0 || now > before) {
            throw new IllegalStateException("the clock went from " + before + " to " + now);
        }
        before = now;
        List<Position[]> moves = new ArrayList<>();
        for (Position start : Position.values()) {
            for (Position end : Position.values()) {
                if (board.isLegalMove(start, end)) {
                    moves.add(new Position[] {start, end});
                }
            }
        }
        return moves.get(random.nextInt(moves.size()));
    }

    @Override
    public String toString() {
        return "Wanderer";
    }

    @Override
    public void finalBoard(Board finalBoard) {}
}
