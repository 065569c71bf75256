"""Games between people, without a server: terms, events, clocks, decisions, ratings.

Nothing here reads a clock, a file or a socket: times are given, in milliseconds. `decide` turns a
player's command into an event or a refusal, `OnlineGame` is the sum of the events, and
`merels.web.online` stores and sends them.
"""
