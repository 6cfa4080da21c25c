package boardgame;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.Socket;

/** A stand-in for the contest's client: `java boardgame.Client CLASS HOST PORT`. */
public final class Client {
    public static void main(String[] arguments) throws Exception {
        Player player = (Player) Class.forName(arguments[0]).getDeclaredConstructor().newInstance();
        System.out.println("Connecting");
        try (Socket socket = new Socket(arguments[1], Integer.parseInt(arguments[2]))) {
            PrintWriter out = new PrintWriter(socket.getOutputStream(), true);
            BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
            out.println("START " + player.name());
            int seat = -1;
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith("START Player-")) {
                    seat = Integer.parseInt(line.substring(13, 14));
                } else if (line.startsWith("PLAY")) {
                    out.println(player.choose() + " " + seat);
                } else if (line.startsWith("GAMEOVER")) {
                    return;
                } else {
                    player.played(line);
                }
            }
        }
    }
}
