package boardgame;

/** What the stand-in client runs. */
public interface Player {
    String name();

    /** A move as `x y A B`. */
    String choose();

    void played(String line);
}
