package threeChess;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A stand-in for the contest's class of that name, written from the rules: what agents and bridges
 * call of it.
 */
public class Board implements Cloneable {
    private static final String DIAGONALS = "FL LF FR RF BL LB BR RB";
    private static final Map<Character, String> WORDS = new HashMap<>();

    static {
        WORDS.put('R', "F B L R");
        WORDS.put('B', DIAGONALS);
        WORDS.put('Q', "F B L R " + DIAGONALS);
        WORDS.put('K', "F B L R " + DIAGONALS);
        WORDS.put('N', "FFL FFR BBL BBR LLF LLB RRF RRB LFF RFF LBB RBB FLL FRR BLL BRR");
    }

    /** A piece is its colour and its letter. */
    private static final class Piece {
        final Colour colour;
        final char kind;

        Piece(Colour colour, char kind) {
            this.colour = colour;
            this.kind = kind;
        }
    }

    private Map<Position, Piece> pieces = new HashMap<>();
    private List<Position[]> history = new ArrayList<>();
    private int[] left;
    private Colour turn = Colour.BLUE;
    private boolean isOver = false;

    public Board(int time) {
        left = new int[] {time, time, time};
        for (Colour colour : Colour.values()) {
            for (int column = 0; column < 8; column++) {
                pieces.put(Position.get(colour, 0, column), new Piece(colour, "RNBQKBNR".charAt(column)));
                pieces.put(Position.get(colour, 1, column), new Piece(colour, 'P'));
            }
        }
    }

    public Colour getTurn() {
        return turn;
    }

    public int getTimeLeft(Colour colour) {
        return left[colour.ordinal()];
    }

    public int getMoveCount() {
        return history.size();
    }

    public boolean gameOver() {
        return isOver;
    }

    @Override
    public Object clone() throws CloneNotSupportedException {
        Board copy = (Board) super.clone();
        copy.pieces = new HashMap<>(pieces);
        copy.history = new ArrayList<>(history);
        copy.left = left.clone();
        return copy;
    }

    public boolean isLegalMove(Position start, Position end) {
        Piece piece = pieces.get(start);
        Piece taken = pieces.get(end);
        if (piece == null || piece.colour != turn || taken != null && taken.colour == turn) {
            return false;
        }
        boolean isAbroad = start.getColour() != turn;
        if (piece.kind == 'P') {
            Position ahead = walk(start, "F", isAbroad);
            boolean isDouble = !isAbroad && start.getRow() == 1 && pieces.get(ahead) == null
                    && end == walk(start, "FF", false);
            boolean takes = Arrays.stream("FL LF FR RF".split(" "))
                    .anyMatch(word -> walk(start, word, isAbroad) == end);
            return taken == null ? end == ahead || isDouble : takes;
        }
        for (String word : WORDS.get(piece.kind).split(" ")) {
            Position at = walk(start, word, false);
            boolean slides = "RBQ".indexOf(piece.kind) >= 0;
            while (slides && at != null && at != end && pieces.get(at) == null) {
                at = walk(at, word, at.getColour() != start.getColour());
            }
            if (at == end) {
                return true;
            }
        }
        return piece.kind == 'K' && (isCastling(start, end, 6, 7) || isCastling(start, end, 2, 0));
    }

    private boolean isCastling(Position start, Position end, int target, int corner) {
        Piece rook = pieces.get(Position.get(turn, 0, corner));
        boolean stands = start == Position.get(turn, 0, 4) && end == Position.get(turn, 0, target);
        if (!stands || rook == null || rook.colour != turn || rook.kind != 'R') {
            return false;
        }
        for (int column = Math.min(4, corner) + 1; column < Math.max(4, corner); column++) {
            if (pieces.get(Position.get(turn, 0, column)) != null) {
                return false;
            }
        }
        return true;
    }

    private static Position walk(Position at, String word, boolean isFlipped) {
        for (char letter : word.toCharArray()) {
            Position next = at.step(isFlipped ? "BFRL".charAt("FBLR".indexOf(letter)) : letter);
            if (next == null) {
                return null;
            }
            isFlipped |= next.getColour() != at.getColour();
            at = next;
        }
        return at;
    }

    public void move(Position start, Position end, int time) {
        if (!isLegalMove(start, end)) {
            throw new IllegalArgumentException("Illegal Move: " + start + "-" + end);
        }
        left[turn.ordinal()] -= time;
        if (left[turn.ordinal()] < 0) {
            isOver = true;
            return;
        }
        Piece piece = pieces.remove(start);
        boolean isPromoted = piece.kind == 'P' && end.getRow() == 0 && end.getColour() != turn;
        Piece taken = pieces.put(end, isPromoted ? new Piece(turn, 'Q') : piece);
        if (piece.kind == 'K' && start == Position.get(turn, 0, 4) && end.getRow() == 0 && end.getColour() == turn) {
            int corner = end.getColumn() == 6 ? 7 : end.getColumn() == 2 ? 0 : -1;
            if (corner >= 0) {
                Position beside = Position.get(turn, 0, (4 + end.getColumn()) / 2);
                pieces.put(beside, pieces.remove(Position.get(turn, 0, corner)));
            }
        }
        isOver = taken != null && taken.kind == 'K';
        history.add(new Position[] {start, end});
        turn = Colour.values()[(turn.ordinal() + 1) % 3];
    }
}
