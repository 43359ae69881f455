import { Injectable } from '@nestjs/common';
import type { Connection } from '../connections/connection.js';
import { QueryBatcher } from '../query-batcher.js';
import type { Readable } from '../extension-points.js';
import { ChannelsService } from './channels.service.js';
import { StreamPoliciesService } from './stream-policies.service.js';
import { ConcurrencyLimitService } from './concurrency-limit.service.js';

const RECHECKS_AT_ONCE = 1_000;

interface AccessQuestion {
  stream: string;
  user_id: string;
}

interface RunningCheck {
  streams: Set<string>;
  user_id: string;
  isOutdated: boolean;
}

/** A stream, a user, or one user's access to one stream. Without both, everything is checked again. */
interface RecheckScope {
  stream?: string;
  user_id?: string;
}

/** Checks who may read which stream: at the subscription, and again when access may have changed. */
@Injectable()
export class StreamAccessService {
  private readonly checks = new Set<RunningCheck>();
  private readonly batcher = new QueryBatcher<AccessQuestion[], Readable[]>(async (lists) => {
    const answers = await this.policies.checkAll(lists.flat());
    let at = 0;
    return lists.map(({ length }) => answers.slice(at, (at += length)));
  });

  constructor(
    private readonly channels: ChannelsService,
    private readonly policies: StreamPoliciesService,
    private readonly concurrencyLimit: ConcurrencyLimitService,
  ) {}

  listJoined(userId: string, limit: number): Promise<string[]> {
    return this.concurrencyLimit.run(() => this.policies.listJoined(userId, limit));
  }

  /** Returns the answers in the order of the streams. Repeats the check if access changed while it ran. */
  async check(user_id: string, streams: string[]): Promise<Readable[]> {
    const check: RunningCheck = { streams: new Set(streams), user_id, isOutdated: true };
    const asked = streams.map((stream) => ({ stream, user_id }));
    this.checks.add(check);
    try {
      let readable: Readable[] = [];
      while (check.isOutdated) {
        check.isOutdated = false;
        readable = asked.length ? await this.batcher.query(asked) : [];
      }
      return readable;
    } finally {
      this.checks.delete(check);
    }
  }

  /** Ends the subscriptions that are no longer allowed. */
  async recheck(connections: Iterable<Connection>, { stream, user_id }: RecheckScope): Promise<void> {
    for (const check of this.checks) {
      const isMeant = (!user_id || user_id === check.user_id) && (!stream || check.streams.has(stream));
      if (isMeant) check.isOutdated = true;
    }
    const asked: { connection: Connection; stream: string; user_id: string }[] = [];
    for (const connection of connections) {
      const id = connection.caller?.id;
      if (!id || (user_id && user_id !== id)) continue;
      for (const one of stream ? [stream] : connection.streams.keys()) {
        if (connection.streams.has(one)) asked.push({ connection, stream: one, user_id: id });
      }
    }
    for (let at = 0; at < asked.length; at += RECHECKS_AT_ONCE) {
      const batch = asked.slice(at, at + RECHECKS_AT_ONCE);
      const readable = await this.concurrencyLimit.run(() => this.policies.checkAll(batch));
      batch.forEach((one, place) => {
        if (readable[place] === 'yes') return;
        const reason = readable[place] === 'banned' ? 'banned' : 'access';
        this.channels.unsubscribe(one.connection, one.stream, reason);
      });
    }
  }
}
