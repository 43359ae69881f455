import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { DatabaseService } from '../platform/database/database.service.js';

interface Pause {
  timer: NodeJS.Timeout;
  /** The last call that arrived during the pause. */
  next?: () => void;
}

/** For state that changes faster than anybody reads it: the first update is sent at once, and the last always. */
@Injectable()
export class ThrottleService implements OnApplicationShutdown {
  private readonly running = new Map<string, Pause>();

  constructor(private readonly database: DatabaseService) {}

  /** Runs after the COMMIT if there is a transaction, and at least `ms` after the previous call with the same key. */
  atMost(key: string, ms: number, send: () => void): void {
    this.database.afterCommit(() => {
      const pause = this.running.get(key);
      if (pause) pause.next = send;
      else this.sendNow(key, ms, send);
    });
  }

  onApplicationShutdown(): void {
    for (const { timer } of this.running.values()) clearTimeout(timer);
    this.running.clear();
  }

  private sendNow(key: string, ms: number, send: () => void): void {
    // A timer would keep the transaction's async context after the transaction ended.
    this.database.outside(() => {
      this.running.set(key, { timer: setTimeout(() => this.resume(key, ms), ms).unref() });
      send();
    });
  }

  private resume(key: string, ms: number): void {
    const next = this.running.get(key)?.next;
    if (next) this.sendNow(key, ms, next);
    else this.running.delete(key);
  }
}
