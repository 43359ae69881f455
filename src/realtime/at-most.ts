import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Database } from '../platform/database/database.js';

interface Pause {
  timer: NodeJS.Timeout;
  /** The last that came meanwhile. */
  next?: () => void;
}

/** For what changes faster than anybody looks: the first is sent at once, and the last always. */
@Injectable()
export class AtMost implements OnApplicationShutdown {
  private readonly pauses = new Map<string, Pause>();

  constructor(private readonly database: Database) {}

  /** After the COMMIT, where there is a transaction; then no sooner than `ms` after the one before of this key. */
  atMost(key: string, ms: number, send: () => void): void {
    this.database.afterCommit(() => {
      const pause = this.pauses.get(key);
      if (pause) pause.next = send;
      else this.sendNow(key, ms, send);
    });
  }

  onApplicationShutdown(): void {
    for (const { timer } of this.pauses.values()) clearTimeout(timer);
    this.pauses.clear();
  }

  private sendNow(key: string, ms: number, send: () => void): void {
    // A timer lives on in the transaction that it was made in, and that ends before it.
    this.database.outside(() => {
      this.pauses.set(key, { timer: setTimeout(() => this.resume(key, ms), ms).unref() });
      send();
    });
  }

  private resume(key: string, ms: number): void {
    const next = this.pauses.get(key)?.next;
    if (next) this.sendNow(key, ms, next);
    else this.pauses.delete(key);
  }
}
