"""The players of 4x4 tic-tac-toe: three levels that search as the assignment says, and a perfect one."""
