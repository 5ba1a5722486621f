"""Rooms: two people play each other by links. Rules, clocks and agreements are kept here, in the server."""

from sttt.web.rooms.room import Room, RoomError
from sttt.web.rooms.rooms import LEFT_ALONE, MOST_ROOMS, Rooms

__all__ = ["LEFT_ALONE", "MOST_ROOMS", "Room", "RoomError", "Rooms"]
