"""The server: the page and the rules over HTTP, engines and rooms over WebSockets."""
