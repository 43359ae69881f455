/** An answer that the database has written as JSON already: it goes out as it is, and is never parsed on the way. */
export class RawJson {
  constructor(readonly text: string) {}

  /** For whoever keeps the answer, such as an idempotency key. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}
