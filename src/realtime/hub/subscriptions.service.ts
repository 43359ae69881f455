import { Injectable, Logger } from '@nestjs/common';
import type { Connection } from '../connections/connection.js';
import type { Envelope } from '../event-type.js';
import { type Head, isPositionOf, LogRepository } from '../log/log.repository.js';
import type { Readable } from '../extension-points.js';
import { StreamAccessService } from './stream-access.service.js';
import type { Channel } from './channel.js';
import { ChannelsService, type Reason } from './channels.service.js';
import { GapRecoveryService } from './gap-recovery.service.js';
import { ReplayService } from './replay.service.js';
import { ConcurrencyLimitService } from './concurrency-limit.service.js';

export const MOST_STREAMS = 500;
export const MOST_MISSED = 500;

/** A requested stream, from a position or from now on. */
export interface SubscriptionRequest {
  stream: string;
  /** The position of the request cannot be parsed. */
  isMalformed?: boolean;
  position?: { epoch: string; since: number };
}

export type SubscriptionAnswer =
  { stream: string; error: string } | { stream: string; epoch: string; seq: number; recovered: boolean };

interface OpenChannel {
  channel: Channel;
  head: Head;
}

type OpenChannels = Map<string, OpenChannel>;
type PositionSource = (heads: Head[]) => SubscriptionRequest[] | Promise<SubscriptionRequest[]>;
type OnAnswers = (answers: SubscriptionAnswer[]) => void;

export const fromNowOn = (heads: Head[]): SubscriptionRequest[] => heads.map(({ stream }) => ({ stream }));

/** Opens subscriptions. The head is read before the access check, so that a revocation in between is not missed. */
@Injectable()
export class SubscriptionsService {
  private readonly logger = new Logger('Realtime');

  constructor(
    private readonly channels: ChannelsService,
    private readonly gapRecovery: GapRecoveryService,
    private readonly access: StreamAccessService,
    private readonly replays: ReplayService,
    private readonly log: LogRepository,
    private readonly concurrencyLimit: ConcurrencyLimitService,
  ) {
    channels.listeners.onRoomAdded = (connection, event) => this.subscribeToRoom(connection, event);
  }

  /** Subscribes the user's own stream and all joined streams. `wanted` returns the positions to start from. */
  async subscribeDefaults(connection: Connection, wanted: PositionSource, answer: OnAnswers): Promise<void> {
    const userId = connection.caller?.id as string;
    const own = `user:${userId}`;
    await this.withOpenChannels([own], async (ownChannels) => {
      // The own stream is opened first: it announces rooms that are joined while the list is read.
      const joined = await this.access.listJoined(userId, MOST_STREAMS - 1);
      await this.withOpenChannels(joined, async (rooms) => {
        const opened = new Map([...ownChannels, ...rooms]);
        await this.subscribeAll(connection, await wanted(headsOf(opened)), opened, (answers) =>
          answer(answers.filter((one) => !('error' in one))),
        );
      });
    });
  }

  /** Answers once per requested stream, in order. Missed events follow the answers. */
  async subscribe(connection: Connection, wanted: SubscriptionRequest[], answer: OnAnswers): Promise<void> {
    const streams = wanted.filter(({ isMalformed }) => !isMalformed).map(({ stream }) => stream);
    await this.withOpenChannels(streams, (opened) => this.subscribeAll(connection, wanted, opened, answer));
  }

  /** Like `subscribe`, for positions that depend on the heads. */
  async resume(connection: Connection, streams: string[], wanted: PositionSource, answer: OnAnswers): Promise<void> {
    await this.withOpenChannels(streams, async (opened) => {
      await this.subscribeAll(connection, await wanted(headsOf(opened)), opened, answer);
    });
  }

  unsubscribe(connection: Connection, streams: Iterable<string>): void {
    for (const stream of streams) this.channels.leave(connection, stream);
  }

  private async subscribeAll(
    connection: Connection,
    wanted: SubscriptionRequest[],
    opened: OpenChannels,
    answer: OnAnswers,
  ) {
    const streams = [...opened.keys()];
    const readable = await this.access.check(connection.caller?.id as string, streams);
    const losses = await this.findLosses(wanted, opened);
    if (connection.closed) return;
    const access = new Map(streams.map((stream, at) => [stream, readable[at] as Readable]));
    const starts: (() => void)[] = [];
    const answers = wanted.map((one, at): SubscriptionAnswer => {
      const refusal = this.refusalOf(connection, one, access.get(one.stream));
      if (refusal) return { stream: one.stream, error: refusal };
      const channel = opened.get(one.stream) as OpenChannel;
      starts.push(this.prepare(connection, channel, one, losses[at]));
      const { stream, epoch, seq } = channel.head;
      return { stream, epoch, seq, recovered: one.position !== undefined && !losses[at] };
    });
    answer(answers);
    for (const start of starts) start();
  }

  private refusalOf(
    connection: Connection,
    { stream, isMalformed }: SubscriptionRequest,
    readable: Readable | undefined,
  ) {
    if (isMalformed) return 'bad_request';
    if (readable === 'yes') {
      const isOneMore = !connection.streams.has(stream) && connection.streams.size >= MOST_STREAMS;
      return isOneMore ? 'too_many' : undefined;
    }
    this.channels.leave(connection, stream);
    return readable === 'banned' ? 'forbidden' : 'not_found';
  }

  /**
   * The returned function starts the delivery. It runs after all answers were sent, so that each answer comes
   * before its events.
   */
  private prepare(
    connection: Connection,
    openChannel: OpenChannel,
    { stream, position }: SubscriptionRequest,
    loss: Reason | undefined,
  ) {
    this.channels.leave(connection, stream);
    connection.streams.set(stream, openChannel.channel);
    const { epoch, seq } = openChannel.head;
    return () => {
      if (loss) connection.send({ op: 'resync', stream, epoch, seq, reason: loss });
      this.startReplay(connection, openChannel, position && !loss ? position.since : seq);
    };
  }

  private startReplay(connection: Connection, { channel, head }: OpenChannel, cursor: number): void {
    this.replays.start({ channel, connection, cursor, checkedAt: head.seq });
  }

  /** Per request, why the log cannot continue from its position; undefined if it can. */
  private async findLosses(wanted: SubscriptionRequest[], opened: OpenChannels): Promise<(Reason | undefined)[]> {
    const behind = wanted.flatMap(({ stream, position }) => {
      const isBehind = position && position.since < (opened.get(stream)?.head.seq ?? 0);
      return isBehind ? [{ stream, seq: position.since }] : [];
    });
    const isContinuable = await this.concurrencyLimit.run(() => this.log.findContinuable(behind));
    return wanted.map(({ stream, position }) => {
      const head = opened.get(stream)?.head;
      if (!position || !head) return undefined;
      const { since } = position;
      if (!isPositionOf(head, position)) return 'epoch';
      if (since < head.seq && !isContinuable({ stream, seq: since })) return 'expired';
      return head.seq - since > MOST_MISSED ? 'too_many' : undefined;
    });
  }

  private async withOpenChannels(streams: string[], work: (opened: OpenChannels) => Promise<void>): Promise<void> {
    const opened = await this.gapRecovery.openChannels([...new Set(streams)]);
    try {
      await work(opened);
    } finally {
      for (const { channel } of opened.values()) this.channels.release(channel);
    }
  }

  private subscribeToRoom(connection: Connection, { data }: Envelope): void {
    const stream = `room:${(JSON.parse(data) as { room?: { id?: string } }).room?.id}`;
    if (connection.streams.has(stream)) return;
    this.subscribe(connection, [{ stream }], (answers) => {
      for (const answer of answers) connection.send({ op: 'subscribed', id: null, ...answer });
    }).catch((error: unknown) => {
      this.logger.warn(`subscription of a new room member failed: ${String(error)}`);
      connection.close(1012, 1_000);
    });
  }
}

const headsOf = (opened: OpenChannels) => [...opened.values()].map(({ head }) => head);
