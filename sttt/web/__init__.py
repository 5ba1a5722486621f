"""The board in a browser: rules and engines behind a local web server, and the one page that plays with them."""
