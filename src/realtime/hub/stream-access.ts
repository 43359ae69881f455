import { Injectable } from '@nestjs/common';
import type { Connection } from '../connections/connection.js';
import { Gathered } from '../gathered.js';
import type { Readable } from '../stream-keeper.port.js';
import { Channels } from './channels.js';
import { Readers } from './readers.js';
import { Turns } from './turns.js';

const AT_ONCE = 1_000;

interface Asked {
  stream: string;
  user_id: string;
}

interface Check {
  streams: Set<string>;
  user_id: string;
  again: boolean;
}

/** A stream, a person, or that person's reading of that stream; all, where nothing is named. */
interface Whose {
  stream?: string;
  user_id?: string;
}

/** Who may read what, asked of the areas when somebody subscribes, and again when it changes. */
@Injectable()
export class StreamAccess {
  private readonly checks = new Set<Check>();
  private readonly asked = new Gathered<Asked[], Readable[]>(async (lists) => {
    const answers = await this.readers.readable(lists.flat());
    let at = 0;
    return lists.map(({ length }) => answers.slice(at, (at += length)));
  });

  constructor(
    private readonly channels: Channels,
    private readonly readers: Readers,
    private readonly turns: Turns,
  ) {}

  joined(userId: string, limit: number): Promise<string[]> {
    return this.turns.take(() => this.readers.joined(userId, limit));
  }

  /** In the order of the streams; asked again where the answer may be older than a change. */
  async check(user_id: string, streams: string[]): Promise<Readable[]> {
    const check: Check = { streams: new Set(streams), user_id, again: true };
    const asked = streams.map((stream) => ({ stream, user_id }));
    this.checks.add(check);
    try {
      let readable: Readable[] = [];
      while (check.again) {
        check.again = false;
        readable = asked.length ? await this.asked.ask(asked) : [];
      }
      return readable;
    } finally {
      this.checks.delete(check);
    }
  }

  /** What somebody may read has changed: the subscriptions that are no more allowed end. */
  async recheck(connections: Iterable<Connection>, { stream, user_id }: Whose): Promise<void> {
    for (const check of this.checks) {
      const isMeant = (!user_id || user_id === check.user_id) && (!stream || check.streams.has(stream));
      if (isMeant) check.again = true;
    }
    const asked: { connection: Connection; stream: string; user_id: string }[] = [];
    for (const connection of connections) {
      const id = connection.caller?.id;
      if (!id || (user_id && user_id !== id)) continue;
      for (const one of stream ? [stream] : connection.streams.keys()) {
        if (connection.streams.has(one)) asked.push({ connection, stream: one, user_id: id });
      }
    }
    for (let at = 0; at < asked.length; at += AT_ONCE) {
      const some = asked.slice(at, at + AT_ONCE);
      const readable = await this.turns.take(() => this.readers.readable(some));
      some.forEach((one, place) => {
        if (readable[place] === 'yes') return;
        const reason = readable[place] === 'banned' ? 'banned' : 'access';
        this.channels.drop(one.connection, one.stream, reason);
      });
    }
  }
}
