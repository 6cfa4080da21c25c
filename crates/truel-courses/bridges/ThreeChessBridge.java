import java.io.BufferedReader;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lets an agent of UWA's three-player chess (CITS3001, 2020) play in truel, unchanged:
 * `java ThreeChessBridge CLASS [--untimed]` speaks truel's engine protocol (docs/protocol.md) and
 * hands the agent the contest's own boards.
 *
 * The contest's classes are the user's, so everything about them is looked up by name, and this
 * file compiles without them.
 */
public final class ThreeChessBridge {
    private static final String PACKAGE = "threeChess.";

    private final Class<?> boardClass = Class.forName(PACKAGE + "Board");
    private final Class<?> positionClass = Class.forName(PACKAGE + "Position");
    private final Class<?> agentClass = Class.forName(PACKAGE + "Agent");
    private final Method move = boardClass.getMethod("move", positionClass, positionClass, int.class);
    private final Method copy = boardClass.getMethod("clone");
    private final Method play = agentClass.getMethod("playMove", boardClass);
    private final Map<String, Object> positions = new HashMap<>();

    private final Object agent;
    private final boolean isTimed;
    /** The contest's board, and which moves it has seen. */
    private Object board;
    private final List<String> played = new ArrayList<>();
    /** What the clocks showed when this agent was last asked, in milliseconds. */
    private final int[] clocks = new int[3];

    private ThreeChessBridge(String name, boolean isTimed) throws Exception {
        for (Object position : positionClass.getEnumConstants()) {
            positions.put(position.toString(), position);
        }
        Class<?> found = Class.forName(name);
        if (!agentClass.isAssignableFrom(found)) {
            throw new Blame("crash", name + " does not extend threeChess.Agent");
        }
        Constructor<?> maker = found.getDeclaredConstructor();
        maker.setAccessible(true);
        agent = maker.newInstance();
        this.isTimed = isTimed;
        warmUp();
    }

    /** Loads and compiles what every move needs, before the agent's clock runs. */
    private void warmUp() throws Exception {
        List<String> moves = Arrays.asList("BE2BE4", "GE2GE4", "RE2RE4", "BG1BF3", "GG1GF3", "RG1RF3");
        List<String> go = Arrays.asList("go", "p1time", "60000", "p2time", "60000", "p3time", "60000");
        for (int round = 0; round < 300; round++) {
            for (int ply = 0; ply <= moves.size(); ply += 3) {
                setBoard(moves.subList(0, ply), go);
                copy.invoke(board);
            }
            board = null;
        }
        played.clear();
    }

    /** The agent's fault: a kind of docs/protocol.md and one sentence. */
    private static final class Blame extends RuntimeException {
        private static final long serialVersionUID = 1;
        final String kind;

        Blame(String kind, String told) {
            super(told);
            this.kind = kind;
        }
    }

    public static void main(String[] arguments) throws Exception {
        // The arena's pipes are not the agent's, nor those of its native code and children: it was
        // started with them as 3 and 4, an empty input and its errors as output.
        FileInputStream input = new FileInputStream("/proc/self/fd/3");
        BufferedReader orders = new BufferedReader(new InputStreamReader(input, "UTF-8"));
        PrintStream replies = new PrintStream(new FileOutputStream("/proc/self/fd/4"), false, "UTF-8");
        try {
            listen(orders, replies, arguments[0], !Arrays.asList(arguments).contains("--untimed"));
            System.err.flush();
            Runtime.getRuntime().halt(0);
        } catch (Throwable thrown) {
            Throwable cause = thrown instanceof InvocationTargetException ? thrown.getCause() : thrown;
            cause.printStackTrace();
            System.err.flush();
            String kind = cause instanceof Blame ? ((Blame) cause).kind : "crash";
            String told = cause instanceof Blame ? cause.getMessage() : words(cause);
            replies.print("fault " + kind + " " + told.replaceAll("\\s+", " ") + "\n");
            replies.flush();
            // Threads that the agent has left behind are not waited for.
            Runtime.getRuntime().halt(1);
        }
    }

    /** What was thrown and where in the agent's code, in one line. */
    private static String words(Throwable thrown) {
        if (thrown instanceof ExceptionInInitializerError && thrown.getCause() != null) {
            thrown = thrown.getCause();
        }
        if (thrown instanceof NoSuchMethodException) {
            return "it has no constructor without parameters (" + thrown.getMessage() + ")";
        }
        if (thrown instanceof InstantiationException) {
            return "its class is abstract and cannot be made";
        }
        String told = thrown.toString();
        for (StackTraceElement frame : thrown.getStackTrace()) {
            if (frame.getClassName().startsWith(PACKAGE)) {
                return told + " (" + frame.getFileName() + ", line " + frame.getLineNumber() + ", in "
                        + frame.getMethodName() + ")";
            }
        }
        return told;
    }

    private static void listen(BufferedReader orders, PrintStream replies, String name, boolean isTimed)
            throws Exception {
        ThreeChessBridge bridge = null;
        List<String> moves = new ArrayList<>();
        for (String line = orders.readLine(); line != null; line = orders.readLine()) {
            List<String> words = Arrays.asList(line.trim().split(" "));
            switch (words.get(0)) {
                case "ugi":
                    replies.print("id name " + name + "\nugiok\n");
                    break;
                case "uginewgame":
                    bridge = new ThreeChessBridge(name, isTimed);
                    break;
                case "isready":
                    replies.print("readyok\n");
                    break;
                case "position":
                    if (words.get(1).equals("fen")) {
                        throw new Blame("crash", "agents of this course can only begin at the start position");
                    }
                    moves = words.subList(Math.min(words.size(), 3), words.size());
                    break;
                case "go":
                    bridge = bridge == null ? new ThreeChessBridge(name, isTimed) : bridge;
                    replies.print("bestmove " + bridge.answer(moves, words) + "\n");
                    break;
                case "quit":
                    return;
                default:
            }
            replies.flush();
        }
    }

    private String answer(List<String> moves, List<String> go) throws Exception {
        setBoard(moves, go);
        Object[] answer = (Object[]) play.invoke(agent, copy.invoke(board));
        if (answer == null) {
            return "null";
        }
        StringBuilder text = new StringBuilder();
        for (Object position : answer) {
            text.append(position);
        }
        return text.length() == 0 ? "[]" : text.toString();
    }

    /** Brings the contest's board to this position, with the clocks that the arena tells. */
    private void setBoard(List<String> moves, List<String> go) throws Exception {
        int[] now = new int[3];
        boolean hasClocks = false;
        for (int seat = 0; seat < 3; seat++) {
            int at = go.indexOf("p" + (seat + 1) + "time");
            hasClocks |= at >= 0;
            now[seat] = at < 0 ? 0 : milliseconds(go.get(at + 1));
        }
        boolean follows = board != null && moves.size() >= played.size()
                && moves.subList(0, played.size()).equals(played);
        // Its own clock is untouched when it is first asked, and so is the time that all began
        // with.
        int whole = hasClocks ? now[moves.size() % 3] : isTimed ? perMove(go) : 1;
        if (!follows || !hasClocks && whole != clocks[0]) {
            board = boardClass.getConstructor(int.class).newInstance(whole);
            Arrays.fill(clocks, whole);
            played.clear();
        }
        for (int ply = played.size(); ply < moves.size(); ply++) {
            String text = moves.get(ply);
            int seat = ply % 3;
            // What a seat has used goes to its last move since, where the contest's board would
            // have put it.
            boolean isLast = ply + 3 >= moves.size();
            int used = hasClocks && isLast ? Math.max(0, clocks[seat] - now[seat]) : 0;
            move.invoke(board, positions.get(text.substring(0, 3)), positions.get(text.substring(3)), used);
            clocks[seat] -= used;
            played.add(text);
        }
    }

    private static int perMove(List<String> go) {
        int at = go.indexOf("movetime");
        return at < 0 ? 1 : milliseconds(go.get(at + 1));
    }

    private static int milliseconds(String text) {
        return (int) Math.min(Long.parseLong(text), Integer.MAX_VALUE);
    }
}
