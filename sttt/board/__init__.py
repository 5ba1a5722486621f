"""All that draws a board: its palette, its pictures, and the scripts that page, report and notebook share."""
