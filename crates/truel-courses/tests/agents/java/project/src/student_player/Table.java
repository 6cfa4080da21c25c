package student_player;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Plays on an empty cell, and swaps what it was told to. */
final class Table {
    private static final List<String> QUADRANTS = Arrays.asList("TL", "TR", "BL", "BR");
    private final String swap;
    private Set<Integer> taken = new HashSet<>();

    Table(String swap) {
        this.swap = swap;
    }

    String choose() {
        int cell = 0;
        while (taken.contains(cell)) {
            cell++;
        }
        return cell / 6 + " " + cell % 6 + " " + swap;
    }

    void played(String line) {
        String[] words = line.split(" ");
        taken.add(6 * Integer.parseInt(words[0]) + Integer.parseInt(words[1]));
        int a = QUADRANTS.indexOf(words[2]);
        int b = QUADRANTS.indexOf(words[3]);
        Set<Integer> next = new HashSet<>();
        for (int cell : taken) {
            int quadrant = 2 * (cell / 18) + cell % 6 / 3;
            int to = quadrant == a ? b : quadrant == b ? a : quadrant;
            next.add(6 * (3 * (to / 2) + cell / 6 % 3) + 3 * (to % 2) + cell % 3);
        }
        taken = next;
    }
}
