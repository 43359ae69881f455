export interface Asked {
  id: string;
  user_id: string;
}

/** 'no' hides that the stream exists. 'banned' does not, as a banned user knows of it. */
export type Readable = 'yes' | 'no' | 'banned';

/**
 * Extension point: access to one kind of stream. Each area provides its own, as realtime must not import
 * areas.
 */
export abstract class StreamPolicy {
  abstract readonly kind: 'room' | 'post' | 'broadcast';

  /**
   * The same rule as the GET of the resource, for many at once. Returns the answers in the order of the
   * questions.
   */
  abstract readable(asked: Asked[]): Promise<Readable[]>;

  /** The ids of streams that a user is subscribed to without a request, latest activity first. */
  joined(_userId: string, _limit: number): Promise<string[]> {
    return Promise.resolve([]);
  }
}
