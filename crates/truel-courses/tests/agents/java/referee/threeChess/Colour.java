package threeChess;

public enum Colour {
    BLUE, GREEN, RED
}
