import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/database/uuid.js';
import { type ByKey, ExtensionsService } from '../../platform/extensions.service.js';
import type { Connection } from '../connections/connection.js';
import { QueryBatcher } from '../../platform/database/query-batcher.js';
import { type Readable, StreamPolicy } from '../extension-points.js';
import { ChannelsService } from './channels.service.js';
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
type RecheckScope = Partial<AccessQuestion>;

/** Checks who may read which stream: at the subscription, and again when access may have changed. */
@Injectable()
export class StreamAccessService {
  private readonly checks = new Set<RunningCheck>();
  private readonly batcher = new QueryBatcher<AccessQuestion[], Readable[]>(async (lists) => {
    const answers = await this.checkAll(lists.flat());
    let at = 0;
    return lists.map(({ length }) => answers.slice(at, (at += length)));
  });

  private readonly policies: ByKey<StreamPolicy>;

  constructor(
    private readonly channels: ChannelsService,
    private readonly concurrencyLimit: ConcurrencyLimitService,
    extensions: ExtensionsService,
  ) {
    this.policies = extensions.byKey(StreamPolicy, ({ kind }) => kind);
  }

  /** Streams that a user is subscribed to without a request, latest activity first. */
  listJoined(userId: string, limit: number): Promise<string[]> {
    return this.concurrencyLimit.run(async () => {
      const found = this.policies.values.map(async (policy) =>
        (await policy.joined(userId, limit)).map((id) => `${policy.kind}:${id}`),
      );
      return (await Promise.all(found)).flat().slice(0, limit);
    });
  }

  async checkOne(stream: string, userId: string): Promise<Readable> {
    return (await this.checkAll([{ stream, user_id: userId }]))[0] ?? 'no';
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
      const readable = await this.concurrencyLimit.run(() => this.checkAll(batch));
      batch.forEach((one, place) => {
        if (readable[place] === 'yes') return;
        const reason = readable[place] === 'banned' ? 'banned' : 'access';
        this.channels.unsubscribe(one.connection, one.stream, reason);
      });
    }
  }

  /** Returns the answers in the order of the questions, with one query per kind of stream. */
  private async checkAll(asked: AccessQuestion[]): Promise<Readable[]> {
    const answers = asked.map<Readable>(({ stream, user_id }) => (stream === `user:${user_id}` ? 'yes' : 'no'));
    const answered = this.policies.values.map(async (policy) => {
      const own = asked.flatMap(({ stream, user_id }, at) => {
        const { kind, id } = partsOf(stream);
        return kind === policy.kind && isUuid(id) && id === id.toLowerCase() ? [{ id, user_id, at }] : [];
      });
      if (!own.length) return;
      const found = await policy.readable(own.map(({ id, user_id }) => ({ id, user_id })));
      own.forEach(({ at }, place) => (answers[at] = found[place] ?? 'no'));
    });
    await Promise.all(answered);
    return answers;
  }
}

function partsOf(stream: string): { kind: string; id: string } {
  const colon = stream.indexOf(':');
  return { kind: stream.slice(0, colon), id: stream.slice(colon + 1) };
}
