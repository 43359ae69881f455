import type { Connection } from '../connections/connection.js';
import type { Channel } from './channel.js';

/** A subscription that has not caught up with its stream: it reads the log until it meets the others. */
export interface Replay {
  readonly channel: Channel;
  readonly connection: Connection;
  /** The seq of what he got last. */
  cursor: number;
  /** The head before it was asked whether he may read. */
  readonly checkedAt: number;
  over: boolean;
}
