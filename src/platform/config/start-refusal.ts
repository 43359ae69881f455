/** A reason not to start that a person can act on: callers print the message as one line and exit 1. */
export class StartRefusal extends Error {}
