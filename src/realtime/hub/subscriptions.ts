import { Injectable, Logger } from '@nestjs/common';
import type { Connection } from '../connections/connection.js';
import type { Envelope } from '../envelope.js';
import { type Head, isPositionOf, LogRepository } from '../log/log.repository.js';
import type { Readable } from '../stream-keeper.port.js';
import { StreamAccess } from './stream-access.js';
import type { Channel } from './channel.js';
import { Channels, type Reason } from './channels.js';
import { Mender } from './mender.js';
import { Replayer } from './replayer.js';
import { Turns } from './turns.js';

export const MOST_STREAMS = 500;
export const MOST_MISSED = 500;

/** What a client asks for: a stream, from its position or from now on. */
export interface Wanted {
  stream: string;
  /** Something of it was ill-formed. */
  fault?: boolean;
  position?: { epoch: string; since: number };
}

export type Answer =
  { stream: string; error: string } | { stream: string; epoch: string; seq: number; recovered: boolean };

interface Seat {
  channel: Channel;
  head: Head;
}

type Opened = Map<string, Seat>;
type Asking = (heads: Head[]) => Wanted[] | Promise<Wanted[]>;
type Telling = (answers: Answer[]) => void;

export const fromNowOn = (heads: Head[]): Wanted[] => heads.map(({ stream }) => ({ stream }));

/** Who hears what: the head is read first, then who may, and from that head it goes on. */
@Injectable()
export class Subscriptions {
  private readonly logger = new Logger('Realtime');

  constructor(
    private readonly channels: Channels,
    private readonly mender: Mender,
    private readonly access: StreamAccess,
    private readonly replayer: Replayer,
    private readonly log: LogRepository,
    private readonly turns: Turns,
  ) {
    channels.watchers.added = (connection, event) => this.added(connection, event);
  }

  /** His own stream and those that he has joined: which positions they go on from, `wanted` says. */
  async welcome(connection: Connection, wanted: Asking, answer: Telling): Promise<void> {
    const userId = connection.caller?.id as string;
    const own = `user:${userId}`;
    await this.held([own], async (mine) => {
      // A room that he joins from here on is told in his own stream.
      const joined = await this.access.joined(userId, MOST_STREAMS - 1);
      await this.held(joined, async (rooms) => {
        const opened = new Map([...mine, ...rooms]);
        await this.attachAll(connection, await wanted(headsOf(opened)), opened, (answers) =>
          answer(answers.filter((one) => !('error' in one))),
        );
      });
    });
  }

  /** One answer for each, in their order; what was missed follows. */
  async subscribe(connection: Connection, wanted: Wanted[], answer: Telling): Promise<void> {
    const streams = wanted.filter(({ fault }) => !fault).map(({ stream }) => stream);
    await this.held(streams, (opened) => this.attachAll(connection, wanted, opened, answer));
  }

  /** The same, where the positions depend on the heads. */
  async resume(connection: Connection, streams: string[], wanted: Asking, answer: Telling): Promise<void> {
    await this.held(streams, async (opened) => {
      await this.attachAll(connection, await wanted(headsOf(opened)), opened, answer);
    });
  }

  unsubscribe(connection: Connection, streams: Iterable<string>): void {
    for (const stream of streams) this.channels.leave(connection, stream);
  }

  private async attachAll(connection: Connection, wanted: Wanted[], opened: Opened, answer: Telling) {
    const streams = [...opened.keys()];
    const readable = await this.access.check(connection.caller?.id as string, streams);
    const lost = await this.losses(wanted, opened);
    if (connection.closed) return;
    const may = new Map(streams.map((stream, at) => [stream, readable[at] as Readable]));
    const seats: (() => void)[] = [];
    const answers = wanted.map((one, at): Answer => {
      const refusal = this.refusal(connection, one, may.get(one.stream));
      if (refusal) return { stream: one.stream, error: refusal };
      const seat = opened.get(one.stream) as Seat;
      seats.push(this.attach(connection, seat, one, lost[at]));
      const { stream, epoch, seq } = seat.head;
      return { stream, epoch, seq, recovered: one.position !== undefined && !lost[at] };
    });
    answer(answers);
    for (const take of seats) take();
  }

  private refusal(connection: Connection, { stream, fault }: Wanted, may: Readable | undefined) {
    if (fault) return 'bad_request';
    if (may === 'yes') {
      const isOneMore = !connection.streams.has(stream) && connection.streams.size >= MOST_STREAMS;
      return isOneMore ? 'too_many' : undefined;
    }
    this.channels.leave(connection, stream);
    return may === 'banned' ? 'forbidden' : 'not_found';
  }

  /** Silent until all answers are told, so that each tells where its stream begins. */
  private attach(connection: Connection, seat: Seat, { stream, position }: Wanted, lost: Reason | undefined) {
    this.channels.leave(connection, stream);
    connection.streams.set(stream, seat.channel);
    const { epoch, seq } = seat.head;
    return () => {
      if (lost) connection.send({ op: 'resync', stream, epoch, seq, reason: lost });
      this.seat(connection, seat, position && !lost ? position.since : seq);
    };
  }

  private seat(connection: Connection, { channel, head }: Seat, cursor: number): void {
    this.replayer.seat({ channel, connection, cursor, checkedAt: head.seq });
  }

  /** Why the log cannot give what follows each position, where it cannot. */
  private async losses(wanted: Wanted[], opened: Opened): Promise<(Reason | undefined)[]> {
    const behind = wanted.flatMap(({ stream, position }) => {
      const isBehind = position && position.since < (opened.get(stream)?.head.seq ?? 0);
      return isBehind ? [{ stream, seq: position.since }] : [];
    });
    const given = await this.turns.take(() => this.log.gives(behind));
    return wanted.map(({ stream, position }) => {
      const head = opened.get(stream)?.head;
      if (!position || !head) return undefined;
      const { since } = position;
      if (!isPositionOf(head, position)) return 'epoch';
      if (since < head.seq && !given({ stream, seq: since })) return 'expired';
      return head.seq - since > MOST_MISSED ? 'too_many' : undefined;
    });
  }

  private async held(streams: string[], work: (opened: Opened) => Promise<void>): Promise<void> {
    const opened = await this.mender.open([...new Set(streams)]);
    try {
      await work(opened);
    } finally {
      for (const { channel } of opened.values()) this.channels.release(channel);
    }
  }

  private added(connection: Connection, { data }: Envelope): void {
    const stream = `room:${(JSON.parse(data) as { room?: { id?: string } }).room?.id}`;
    if (connection.streams.has(stream)) return;
    this.subscribe(connection, [{ stream }], (answers) => {
      for (const answer of answers) connection.send({ op: 'subscribed', id: null, ...answer });
    }).catch((error: unknown) => {
      this.logger.warn(`a new member is not subscribed: ${String(error)}`);
      connection.close(1012, 1_000);
    });
  }
}

const headsOf = (opened: Opened) => [...opened.values()].map(({ head }) => head);
