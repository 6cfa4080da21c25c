package student_player;

import java.util.Arrays;
import java.util.List;

final class Board {
    private static final List<String> QUADRANTS = Arrays.asList("TL", "TR", "BL", "BR");
    private boolean[][] taken = new boolean[6][6];

    String firstEmpty() {
        for (int x = 0; x < 6; x++) {
            for (int y = 0; y < 6; y++) {
                if (!taken[x][y]) {
                    return x + " " + y;
                }
            }
        }
        throw new IllegalStateException("the board is full");
    }

    void play(String[] words) {
        taken[Integer.parseInt(words[0])][Integer.parseInt(words[1])] = true;
        int a = QUADRANTS.indexOf(words[2]);
        int b = QUADRANTS.indexOf(words[3]);
        boolean[][] next = new boolean[6][6];
        for (int x = 0; x < 6; x++) {
            for (int y = 0; y < 6; y++) {
                int quadrant = 2 * (x / 3) + y / 3;
                int to = quadrant == a ? b : quadrant == b ? a : quadrant;
                next[3 * (to / 2) + x % 3][3 * (to % 2) + y % 3] = taken[x][y];
            }
        }
        taken = next;
    }
}
