export interface Asked {
  id: string;
  user_id: string;
}

/** What nobody may know of is no stream; from which one was banned, one knows. */
export type Readable = 'yes' | 'no' | 'banned';

/** A kind of streams: its area declares it among its providers, and realtime never sees the area. */
export abstract class StreamKeeper {
  abstract readonly kind: 'room' | 'post' | 'broadcast';

  /** The same that the GET of the thing says, for many at once; answered in the order of the questions. */
  abstract readable(asked: Asked[]): Promise<Readable[]>;

  /** The ids of those that a user hears of without asking for them, the latest activity first. */
  joined(_userId: string, _limit: number): Promise<string[]> {
    return Promise.resolve([]);
  }
}
