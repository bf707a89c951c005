//! The server's own bots: they play whenever they owe a decision.
