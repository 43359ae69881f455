/** A reason not to start that the operator can correct. Callers print the message as one line and exit with 1. */
export class StartRefusal extends Error {}
