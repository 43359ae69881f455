/** A reason not to start that the operator can correct; the message is one line. */
export class EmbeddedPostgresRefusal extends Error {}
