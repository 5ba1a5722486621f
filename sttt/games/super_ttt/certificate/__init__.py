"""Certificates of what is proven of Super Tic-Tac-Toe, and their checker, which trusts nothing but the rules.

Nothing here imports a search, a solver or a table from elsewhere: what is needed is computed from the rules again.
"""
