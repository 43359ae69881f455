import { Injectable, Logger } from '@nestjs/common';
import type { Envelope } from '../event-type.js';
import { type Head, LogRepository } from '../log/log.repository.js';
import { RedisBusClient } from '../redis-bus.client.js';
import type { Channel } from './channel.js';
import { ChannelsService } from './channels.service.js';

/** Events of commits and of other processes arrive slightly out of order. Most gaps close within this time. */
const REORDER_MS = 25;
const CHANNELS_AT_ONCE = 200;
const EVENTS_AT_ONCE = 200;

type From = Pick<Head, 'stream' | 'epoch' | 'seq'>;

/** Reads missing events from the log. The log is the source of truth; memory and Redis are only faster. */
@Injectable()
export class GapRecoveryService {
  private readonly logger = new Logger('Realtime');
  private readonly gaps = new Set<Channel>();
  private timer: NodeJS.Timeout | undefined;
  private recovering: Promise<void> | undefined;

  constructor(
    private readonly channels: ChannelsService,
    private readonly log: LogRepository,
    private readonly bus: RedisBusClient,
  ) {
    channels.listeners.onGap = (channel) => this.recoverSoon(channel);
    channels.listeners.onOtherEpoch = (channel) => this.recoverSoon(channel);
  }

  /**
   * Holds the channels before their heads are read, so that no event is lost in between. The caller has to
   * release each of them.
   */
  async openChannels(streams: string[]): Promise<Map<string, { channel: Channel; head: Head }>> {
    const held = streams.map((stream) => this.channels.hold(stream));
    try {
      await this.bus.subscribeTo(streams);
      const before = held.map(({ epoch }) => epoch);
      const heads = await this.log.listHeadsBatched(streams);
      const opened = held.map((channel, at) => {
        const head = heads.get(channel.stream) as Head;
        if (!isOutdated(head, before[at], channel)) this.channels.compareHead(channel, head);
        return [channel.stream, { channel, head }] as const;
      });
      return new Map(opened);
    } catch (error) {
      for (const channel of held) this.channels.release(channel);
      throw error;
    }
  }

  /** Compares all channels of this process with the log, which finds everything that was lost on the way. */
  async checkAllChannels(): Promise<void> {
    const before = new Map([...this.channels.all].map(([stream, { epoch }]) => [stream, epoch]));
    const heads = await this.log.listHeads([...before.keys()]);
    for (const [stream, head] of heads) {
      const channel = this.channels.all.get(stream);
      if (!channel || channel.opening || isOutdated(head, before.get(stream), channel)) continue;
      this.channels.compareHead(channel, head);
    }
  }

  /** Reads the gap immediately, without the wait for reordered events. */
  recover(channel: Channel): Promise<void> {
    this.gaps.add(channel);
    return this.recoverAll();
  }

  private recoverSoon(channel: Channel): void {
    this.gaps.add(channel);
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.recoverAll().catch((error: unknown) =>
        this.logger.warn(`gap recovery failed, the log cannot be read: ${String(error)}`),
      );
    }, REORDER_MS);
  }

  private recoverAll(): Promise<void> {
    return (this.recovering ??= this.readGaps().finally(() => (this.recovering = undefined)));
  }

  private async readGaps(): Promise<void> {
    while (this.gaps.size) {
      const batch = [...this.gaps].slice(0, CHANNELS_AT_ONCE);
      const before = batch.map(({ stream, epoch, seq }) => ({ stream, epoch, seq }));
      const heads = await this.log.listHeads(before.map(({ stream }) => stream));
      const read = await this.log.listSince(before, EVENTS_AT_ONCE);
      const events = new Map<string, Envelope[]>(before.map(({ stream }) => [stream, []]));
      for (const event of read) events.get(event.stream)?.push(event);
      batch.forEach((channel, at) => {
        const head = heads.get(channel.stream) as Head;
        const from = before[at] as From;
        if (this.fillGap(channel, from, head, events.get(channel.stream) ?? [])) this.gaps.delete(channel);
      });
    }
  }

  /** Heads are read before events, so every event that a head counts is in the log, unless retention has dropped it. */
  private fillGap(channel: Channel, from: From, head: Head, events: Envelope[]): boolean {
    if (this.channels.all.get(channel.stream) !== channel || channel.opening) return true;
    if (isOutdated(head, from.epoch, channel)) return false;
    if (channel.epoch !== head.epoch) this.channels.restart(channel, head, 'epoch');
    else if (head.seq > from.seq && events[0]?.seq !== from.seq + 1 && head.seq > channel.seq) {
      this.channels.restart(channel, head, 'expired');
    } else for (const event of events) this.channels.receive(event);
    return channel.seq >= head.seq;
  }
}

/** True if the channel, which had the epoch `before` when the head was read, has begun another one since. */
const isOutdated = (head: Head, before: string | undefined, channel: Channel) =>
  channel.epoch !== before && channel.epoch !== head.epoch && !channel.opening;
