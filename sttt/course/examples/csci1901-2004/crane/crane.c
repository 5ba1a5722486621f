/* Answers each line (BOARD WHO): completes a line of its own in a little board, else takes the first open squares. */
#include <stdio.h>
#include <string.h>

static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
static char cells[81];

static int owned(int board) {
    for (int i = 0; i < 8; i++) {
        char a = cells[9 * board + LINES[i][0]];
        if (a != '.' && a == cells[9 * board + LINES[i][1]] && a == cells[9 * board + LINES[i][2]]) return 1;
    }
    return 0;
}

static int choose(char who) {
    int first = -1;
    for (int square = 0; square < 81; square++) {
        if (cells[square] != '.' || owned(square / 9)) continue;
        if (first < 0) first = square;
        cells[square] = who;
        int wins = owned(square / 9);
        cells[square] = '.';
        if (wins) return square;
    }
    return first;
}

int main(void) {
    static char line[100000];
    while (fgets(line, sizeof line, stdin)) {
        int count = 0;
        char who = 'x';
        for (char *at = line; *at; at++) {
            char mark = 0;
            if (at[0] == '(' && at[1] == ')') mark = '.';
            if ((*at == 'x' || *at == 'o') && strchr(" (", at[-1]) && strchr(" )", at[1])) mark = *at;
            if (!mark) continue;
            if (count < 81) cells[count++] = mark;
            else who = mark;
        }
        printf("(");
        for (int placement = 0; placement < 2; placement++) {
            int square = choose(who);
            if (square < 0) printf(" ()");
            else printf(" (%d . %d)", square / 9 + 1, square % 9 + 1);
            if (square >= 0) cells[square] = who;
        }
        printf(")\n");
        fflush(stdout);
    }
    return 0;
}
