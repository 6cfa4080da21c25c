/* An agent that says where it belongs after a remark,
 * package such as this. */
// Nobody's package;
package threeChess.agents;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import threeChess.Agent;
import threeChess.Board;
import threeChess.Position;

/**
 * Reads a file of its project and has a child that speaks to whoever listens: neither may disturb
 * the match.
 */
public class Agent12345678 extends Agent {
    @Override
    public Position[] playMove(Board board) {
        try {
            Files.readAllLines(Paths.get("catalogue.txt"));
            new ProcessBuilder("/bin/sh", "-c", "echo bestmove BA1BA1; cat").inheritIO().start().waitFor();
        } catch (IOException | InterruptedException error) {
            throw new IllegalStateException(error);
        }
        return Shelf.first(board);
    }

    @Override
    public String toString() {
        return "Librarian";
    }

    @Override
    public void finalBoard(Board finalBoard) {}
}
