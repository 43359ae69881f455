import { Injectable } from '@nestjs/common';
import { isUuid } from '../../platform/database/uuid.js';
import { type ByKey, ExtensionsService } from '../../platform/extensions.service.js';
import type { Stream } from '../event-type.js';
import { type Readable, StreamPolicy } from '../extension-points.js';

/** Asks the stream policies of all areas who may read which stream. */
@Injectable()
export class StreamPoliciesService {
  private readonly policies: ByKey<StreamPolicy>;

  constructor(extensions: ExtensionsService) {
    this.policies = extensions.byKey(StreamPolicy, ({ kind }) => kind);
  }

  /** Returns the answers in the order of the questions, with one query per kind of stream. */
  async checkAll(asked: { stream: string; user_id: string }[]): Promise<Readable[]> {
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

  async checkOne(stream: string, userId: string): Promise<Readable> {
    return (await this.checkAll([{ stream, user_id: userId }]))[0] ?? 'no';
  }

  /** Streams that a user is subscribed to without a request, latest activity first. */
  async listJoined(userId: string, limit: number): Promise<Stream[]> {
    const found = this.policies.values.map(async (policy) =>
      (await policy.joined(userId, limit)).map((id): Stream => `${policy.kind}:${id}`),
    );
    return (await Promise.all(found)).flat().slice(0, limit);
  }
}

function partsOf(stream: string): { kind: string; id: string } {
  const colon = stream.indexOf(':');
  return { kind: stream.slice(0, colon), id: stream.slice(colon + 1) };
}
