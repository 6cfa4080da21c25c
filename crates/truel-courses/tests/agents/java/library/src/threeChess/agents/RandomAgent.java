package threeChess.agents;

/** Stands for what came with the contest, and does not even compile. */
public class RandomAgent extends Nowhere {}
