import { Injectable, Logger } from '@nestjs/common';
import { toRefusal } from '../../platform/http/error.filter.js';
import { Declared } from '../../platform/declared.js';
import type { Caller } from '../../platform/access/caller.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Refusal } from '../../platform/http/refusal.js';
import { Subscriptions } from '../hub/subscriptions.js';
import { Watching } from '../hub/watching.js';
import { PRESENCE_STATUSES, PresenceKeeper, type PresenceStatus } from '../presence-keeper.port.js';
import { TypingKeeper } from '../typing-keeper.port.js';
import { type Frame, FrameFault, type Id, idOf, streamsOf, typingOf, wantedOf, watchedOf } from './frame.js';
import { PresencePace } from './presence-pace.js';
import type { SocketConnection } from './socket-connection.js';

const ERRORS: Record<number, string> = { 403: 'forbidden', 404: 'not_found' };

/** What a client may ask for over its socket, once it is known whose it is. */
@Injectable()
export class Operations {
  private readonly logger = new Logger('Realtime');

  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly watching: Watching,
    private readonly declared: Declared,
    private readonly pace: PresencePace,
  ) {}

  async run(connection: SocketConnection, frame: Frame): Promise<void> {
    let id: Id = null;
    try {
      id = idOf(frame);
      await this.answer(connection, frame, id);
    } catch (error) {
      connection.send({ op: 'reply', id, ok: false, ...this.refused(error) });
    }
  }

  private async answer(connection: SocketConnection, frame: Frame, id: Id): Promise<void> {
    switch (frame.op) {
      case 'ping':
        return connection.send({ op: 'pong', id });
      case 'subscribe':
        return this.subscribe(connection, frame, id);
      case 'unsubscribe':
        this.subscriptions.unsubscribe(connection, streamsOf(frame));
        break;
      case 'watch':
        return this.watch(connection, frame, id);
      case 'typing':
        await this.type(connection.caller as Caller, frame);
        break;
      case 'presence':
        await this.setPresence(connection.caller as Caller, frame);
        break;
      default:
        throw new FrameFault('unknown_op');
    }
    connection.send({ op: 'reply', id, ok: true });
  }

  private async subscribe(connection: SocketConnection, frame: Frame, id: Id): Promise<void> {
    const wanted = wantedOf(frame);
    try {
      await this.subscriptions.subscribe(connection, wanted, (answers) => {
        for (const answer of answers) connection.send({ op: 'subscribed', id, ...answer });
      });
    } catch (error) {
      const fault = this.refused(error);
      for (const { stream } of wanted) connection.send({ op: 'subscribed', id, stream, ...fault });
    }
  }

  private watch(connection: SocketConnection, frame: Frame, id: Id): Promise<void> {
    const { ids, add } = watchedOf(frame, connection.watched?.keys() ?? []);
    if (!add) this.watching.forget(connection);
    return this.watching.watch(connection, ids, (presences) =>
      connection.send({ op: 'presences', id, presences }),
    );
  }

  private async type(caller: Caller, frame: Frame): Promise<void> {
    const { channelId, isTyping } = typingOf(frame);
    const [keeper] = this.declared.all(TypingKeeper);
    if (!keeper || !isUuid(channelId)) throw new Refusal(404, 'Channel not found');
    await keeper.type(caller, channelId, isTyping);
  }

  private async setPresence({ id }: Caller, { status = 'online' }: Frame): Promise<void> {
    if (!PRESENCE_STATUSES.includes(status as PresenceStatus)) throw new FrameFault('bad_request');
    const wait = this.pace.wait(id);
    if (wait !== undefined) throw new FrameFault('rate_limited', wait);
    for (const keeper of this.declared.all(PresenceKeeper)) await keeper.set(id, status as PresenceStatus);
  }

  private refused(error: unknown): { error: string; retry_after_ms?: number } {
    if (error instanceof FrameFault) {
      const { error: word, retryAfterMs } = error;
      return retryAfterMs === undefined ? { error: word } : { error: word, retry_after_ms: retryAfterMs };
    }
    const { status, extra } = toRefusal(error);
    const retry_after_ms = (extra.retryAfterSeconds ?? 1) * 1_000;
    if (status >= 500) {
      this.logger.error({ err: error as Error });
      return { error: 'unavailable', retry_after_ms };
    }
    return status === 429
      ? { error: 'rate_limited', retry_after_ms }
      : { error: ERRORS[status] ?? 'bad_request' };
  }
}
