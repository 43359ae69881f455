import { Injectable, Logger } from '@nestjs/common';
import { toRefusal } from '../../platform/http/error.filter.js';
import { type One, ExtensionsService } from '../../platform/extensions.service.js';
import type { Caller } from '../../platform/access/access.js';
import { isUuid } from '../../platform/database/uuid.js';
import { Refusal } from '../../platform/http/refusal.js';
import { SubscriptionsService } from '../hub/subscriptions.service.js';
import { PresenceWatchersService } from '../hub/presence-watchers.service.js';
import { PRESENCE_STATUSES, PresenceSource, type PresenceStatus, TypingHandler } from '../extension-points.js';
import { type Frame, FrameFault, type Id, idOf, streamsOf, typingOf, wantedOf, watchedOf } from './frame.js';
import type { SocketConnection } from './socket-connection.js';

const ERRORS: Record<number, string> = { 403: 'forbidden', 404: 'not_found' };

const MOST_PRESENCES = 5;
const PRESENCE_WINDOW_MS = 30_000;

/** Limits how often a user sets the presence, over all sockets of this process. */
class PresenceLimit {
  private readonly times = new Map<string, number[]>();

  /** Undefined if the call is allowed, otherwise the milliseconds to wait. */
  count(userId: string, now = Date.now()): number | undefined {
    const recent = (this.times.get(userId) ?? []).filter((at) => at > now - PRESENCE_WINDOW_MS);
    if (recent.length >= MOST_PRESENCES) return (recent[0] as number) + PRESENCE_WINDOW_MS - now;
    this.times.delete(userId);
    this.times.set(userId, [...recent, now]);
    this.purgeOld(now);
    return undefined;
  }

  /** The map is in the order of the last call, so the oldest entries come first. */
  private purgeOld(now: number): void {
    for (const [userId, times] of this.times) {
      if ((times.at(-1) ?? 0) > now - PRESENCE_WINDOW_MS) return;
      this.times.delete(userId);
    }
  }
}

/** The operations of an authenticated WebSocket. */
@Injectable()
export class SocketOperationsService {
  private readonly logger = new Logger('Realtime');

  private readonly typing: One<TypingHandler>;
  private readonly presence: One<PresenceSource>;
  private readonly presenceLimit = new PresenceLimit();

  constructor(
    private readonly subscriptions: SubscriptionsService,
    private readonly presenceWatchers: PresenceWatchersService,
    extensions: ExtensionsService,
  ) {
    this.typing = extensions.one(TypingHandler);
    this.presence = extensions.one(PresenceSource);
  }

  async handleFrame(connection: SocketConnection, frame: Frame): Promise<void> {
    let id: Id = null;
    try {
      id = idOf(frame);
      await this.runOperation(connection, frame, id);
    } catch (error) {
      connection.send({ op: 'reply', id, ok: false, ...this.errorOf(error) });
    }
  }

  private async runOperation(connection: SocketConnection, frame: Frame, id: Id): Promise<void> {
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
        await this.setTyping(connection.caller as Caller, frame);
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
      const fault = this.errorOf(error);
      for (const { stream } of wanted) connection.send({ op: 'subscribed', id, stream, ...fault });
    }
  }

  private watch(connection: SocketConnection, frame: Frame, id: Id): Promise<void> {
    const { ids, add } = watchedOf(frame, connection.watchedUsers?.keys() ?? []);
    if (!add) this.presenceWatchers.unwatchAll(connection);
    return this.presenceWatchers.watch(connection, ids, (presences) =>
      connection.send({ op: 'presences', id, presences }),
    );
  }

  private async setTyping(caller: Caller, frame: Frame): Promise<void> {
    const { channelId, isTyping } = typingOf(frame);
    if (!isUuid(channelId)) throw new Refusal(404, 'Channel not found');
    await this.typing.value.type(caller, channelId, isTyping);
  }

  private async setPresence({ id }: Caller, { status = 'online' }: Frame): Promise<void> {
    if (!PRESENCE_STATUSES.includes(status as PresenceStatus)) throw new FrameFault('bad_request');
    const wait = this.presenceLimit.count(id);
    if (wait !== undefined) throw new FrameFault('rate_limited', wait);
    await this.presence.value.set(id, status as PresenceStatus);
  }

  private errorOf(error: unknown): { error: string; retry_after_ms?: number } {
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
    return status === 429 ? { error: 'rate_limited', retry_after_ms } : { error: ERRORS[status] ?? 'bad_request' };
  }
}
