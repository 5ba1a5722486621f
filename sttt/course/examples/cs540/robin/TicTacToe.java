/* Marks the first empty square: a program that starts and prints what it must, but searches nothing yet. */
public class TicTacToe {
    public static void main(String[] squares) {
        for (int square = 0; square < 12; square++) {
            if (squares[square].equals("_")) {
                squares[square] = "X";
                break;
            }
        }
        System.out.println("SOLUTION");
        for (int row = 0; row < 3; row++) {
            String[] cells = java.util.Arrays.copyOfRange(squares, 4 * row, 4 * row + 4);
            System.out.println(String.join(" ", cells));
        }
    }
}
