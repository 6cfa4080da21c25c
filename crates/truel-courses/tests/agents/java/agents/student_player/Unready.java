package student_player;

import boardgame.Player;

/** Cannot be made. */
public final class Unready implements Player {
    public Unready() {
        throw new IllegalStateException("the table is missing");
    }

    public String name() {
        return "unready";
    }

    public String choose() {
        return "";
    }

    public void played(String line) {
    }
}
