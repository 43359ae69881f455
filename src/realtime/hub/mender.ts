import { Injectable, Logger } from '@nestjs/common';
import type { Envelope } from '../envelope.js';
import { type Head, LogRepository } from '../log/log.repository.js';
import { RedisBus } from '../redis-bus.js';
import type { Channel } from './channel.js';
import { Channels } from './channels.js';

/** Answers of commits, and messages of other processes, come a little out of order. */
const MOMENT_MS = 25;
const CHANNELS_AT_ONCE = 200;
const EVENTS_AT_ONCE = 200;

type From = Pick<Head, 'stream' | 'epoch' | 'seq'>;

/** Holes in what came are read from the log: it is the truth, and everything else only fast. */
@Injectable()
export class Mender {
  private readonly logger = new Logger('Realtime');
  private readonly holes = new Set<Channel>();
  private timer: NodeJS.Timeout | undefined;
  private mending: Promise<void> | undefined;

  constructor(
    private readonly channels: Channels,
    private readonly log: LogRepository,
    private readonly bus: RedisBus,
  ) {
    channels.watchers.hole = (channel) => this.mendSoon(channel);
    channels.watchers.stranger = (channel) => this.mendSoon(channel);
  }

  /** Held from before their heads are read, so that nothing falls between; each is to be released. */
  async open(streams: string[]): Promise<Map<string, { channel: Channel; head: Head }>> {
    const held = streams.map((stream) => this.channels.hold(stream));
    try {
      await this.bus.listen(streams);
      const heads = await this.log.headsTogether(streams);
      const opened = held.map((channel) => {
        const head = heads.get(channel.stream) as Head;
        this.channels.meet(channel, head);
        return [channel.stream, { channel, head }] as const;
      });
      return new Map(opened);
    } catch (error) {
      for (const channel of held) this.channels.release(channel);
      throw error;
    }
  }

  /** Where all streams of this process stand, asked of the log: whatever was lost on the way is found. */
  async sweep(): Promise<void> {
    const heads = await this.log.heads([...this.channels.all.keys()]);
    for (const [stream, head] of heads) {
      const channel = this.channels.all.get(stream);
      if (channel && !channel.opening) this.channels.meet(channel, head);
    }
  }

  /** Now, and not after a moment. */
  mend(channel: Channel): Promise<void> {
    this.holes.add(channel);
    return this.mendAll();
  }

  private mendSoon(channel: Channel): void {
    this.holes.add(channel);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.mendAll().catch((error: unknown) => this.logger.warn(`the log cannot be read: ${String(error)}`));
    }, MOMENT_MS);
  }

  private mendAll(): Promise<void> {
    return (this.mending ??= this.work().finally(() => (this.mending = undefined)));
  }

  private async work(): Promise<void> {
    while (this.holes.size) {
      const some = [...this.holes].slice(0, CHANNELS_AT_ONCE);
      const before = some.map(({ stream, epoch, seq }) => ({ stream, epoch, seq }));
      const heads = await this.log.heads(before.map(({ stream }) => stream));
      const read = await this.log.since(before, EVENTS_AT_ONCE);
      const events = new Map<string, Envelope[]>(before.map(({ stream }) => [stream, []]));
      for (const event of read) events.get(event.stream)?.push(event);
      some.forEach((channel, at) => {
        const head = heads.get(channel.stream) as Head;
        const from = before[at] as From;
        if (this.isWhole(channel, from, head, events.get(channel.stream) ?? [])) this.holes.delete(channel);
      });
    }
  }

  /** The heads are read before the events: what a head counts is there, unless it was dropped for its age. */
  private isWhole(channel: Channel, from: From, head: Head, events: Envelope[]): boolean {
    if (this.channels.all.get(channel.stream) !== channel || channel.opening) return true;
    if (channel.epoch !== head.epoch) this.channels.renew(channel, head, 'epoch');
    else if (head.seq > from.seq && events[0]?.seq !== from.seq + 1 && head.seq > channel.seq) {
      this.channels.renew(channel, head, 'expired');
    } else for (const event of events) this.channels.take(event);
    return channel.seq >= head.seq;
  }
}
