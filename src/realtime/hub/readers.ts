import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/database/uuid.js';
import { Declared } from '../../platform/declared.js';
import type { Stream } from '../event-type.js';
import { type Readable, StreamKeeper } from '../stream-keeper.port.js';

/** Who may read which streams: each area answers for its own, over HTTP and here alike. */
@Injectable()
export class Readers {
  constructor(private readonly declared: Declared) {}

  /** In the order of the questions; each kind is asked once. */
  async readable(asked: { stream: string; user_id: string }[]): Promise<Readable[]> {
    const answers = asked.map<Readable>(({ stream, user_id }) =>
      stream === `user:${user_id}` ? 'yes' : 'no',
    );
    const keepers = this.declared.all(StreamKeeper).map(async (keeper) => {
      const own = asked.flatMap(({ stream, user_id }, at) => {
        const { kind, id } = parts(stream);
        return kind === keeper.kind && isUuid(id) && id === id.toLowerCase() ? [{ id, user_id, at }] : [];
      });
      if (!own.length) return;
      const found = await keeper.readable(own.map(({ id, user_id }) => ({ id, user_id })));
      own.forEach(({ at }, place) => (answers[at] = found[place] ?? 'no'));
    });
    await Promise.all(keepers);
    return answers;
  }

  async one(stream: string, userId: string): Promise<Readable> {
    return (await this.readable([{ stream, user_id: userId }]))[0] ?? 'no';
  }

  /** What a user hears of without asking, the latest activity first. */
  async joined(userId: string, limit: number): Promise<Stream[]> {
    const found = this.declared
      .all(StreamKeeper)
      .map(async (keeper) =>
        (await keeper.joined(userId, limit)).map((id): Stream => `${keeper.kind}:${id}`),
      );
    return (await Promise.all(found)).flat().slice(0, limit);
  }
}

function parts(stream: string): { kind: string; id: string } {
  const colon = stream.indexOf(':');
  return { kind: stream.slice(0, colon), id: stream.slice(colon + 1) };
}
