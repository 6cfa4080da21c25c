package student_player;

import boardgame.Player;

/** Has a bug in its second move. */
public final class Thrower implements Player {
    private final StudentPlayer other = new StudentPlayer();
    private int asked;

    public String name() {
        return "a thrower";
    }

    public String choose() {
        asked++;
        if (asked == 2) {
            int[] cells = new int[1];
            cells[asked] = 1;
        }
        return other.choose();
    }

    public void played(String line) {
        other.played(line);
    }
}
