package student_player;

import boardgame.Player;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;

/** Needs a file of its project, which it looks for where the contest's commands were given. */
public final class Reader implements Player {
    private final Table table;

    public Reader() throws IOException {
        table = new Table(new String(Files.readAllBytes(Paths.get("data/table.txt"))).trim());
    }

    public String name() {
        return "a reader";
    }

    public String choose() {
        return table.choose();
    }

    public void played(String line) {
        table.played(line);
    }
}
