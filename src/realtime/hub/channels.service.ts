import { Injectable } from '@nestjs/common';
import type { Connection } from '../connections/connection.js';
import { type Envelope, type Logged, type Ending, eventTypes } from '../event-type.js';
import { Outgoing } from '../outgoing.js';
import { CONTROL, type Control } from '../realtime.service.js';
import { Channel, type Replay } from './channel.js';
import type { Head } from '../log/log.repository.js';

/** New members of a room are subscribed to it automatically. */
export const ROOM_ADDED = 'room.added';

export type Reason = 'epoch' | 'expired' | 'too_many';
type StreamPosition = Pick<Head, 'epoch' | 'seq'>;

/** The subscriptions that this event ends, if any. */
export const endingOf = ({ type, data }: Envelope): Ending | undefined =>
  eventTypes.get(type)?.ends?.(JSON.parse(data));

/** Callbacks, set by the services that depend on channels, to avoid a circle of imports. */
interface ChannelListeners {
  onGap(channel: Channel): void;
  onOtherEpoch(channel: Channel): void;
  onControl(control: Control): void;
  onRoomAdded(connection: Connection, event: Envelope): void;
  onPresence(event: Envelope): void;
}

/**
 * The channels of this process. Each subscriber gets each event once and in order, and none after its
 * subscription ended.
 */
@Injectable()
export class ChannelsService {
  readonly all = new Map<string, Channel>();
  readonly listeners: ChannelListeners = {
    onGap: () => undefined,
    onOtherEpoch: () => undefined,
    onControl: () => undefined,
    onRoomAdded: () => undefined,
    onPresence: () => undefined,
  };
  private readonly unflushed = new Set<Channel>();

  /** Keeps the channel open until `release`, so that events from now on are recorded. */
  hold(stream: string): Channel {
    const channel = this.all.get(stream) ?? new Channel(stream);
    this.all.set(stream, channel);
    channel.holds++;
    return channel;
  }

  release(channel: Channel): void {
    channel.holds--;
    this.removeIfUnused(channel);
  }

  receive(event: Envelope): void {
    if (event.stream.startsWith('presence:')) return this.listeners.onPresence(event);
    const channel = this.all.get(event.stream);
    if (!channel) return;
    if (isLogged(event)) this.receiveLogged(channel, event);
    else if (!channel.opening) this.enqueue(channel, Outgoing.fromEvent(event));
  }

  /** Compares the channel with the head in the log. If the log is ahead, there is a gap. */
  compareHead(channel: Channel, { epoch, seq }: StreamPosition): void {
    if (channel.opening) channel.setHead(epoch, seq);
    else if (channel.epoch !== epoch) return this.restart(channel, { epoch, seq }, 'epoch');
    else if (seq > channel.seq) return this.listeners.onGap(channel);
    this.forwardEarly(channel);
  }

  /** The events in between are lost for all subscribers: they continue from here and resync, if they may still read. */
  restart(channel: Channel, { epoch, seq }: StreamPosition, reason: Reason): void {
    const { stream } = channel;
    channel.setHead(epoch, seq);
    const frame = { op: 'resync', stream, epoch, seq, reason };
    for (const replay of channel.replays ?? []) this.finishReplay(replay);
    for (const connection of channel.subscribers) connection.send(frame);
    this.listeners.onControl(stream === CONTROL ? { do: 'recheck' } : { do: 'recheck', stream });
    this.forwardEarly(channel);
  }

  /** Like `restart`, for a single connection whose replay failed. */
  resync(connection: Connection, { stream, epoch, seq }: Channel, reason: Reason): void {
    connection.send({ op: 'resync', stream, epoch, seq, reason });
    this.listeners.onControl({ do: 'recheck', stream, user_id: connection.caller?.id });
  }

  addReplay(replay: Replay): void {
    const { channel, connection } = replay;
    connection.streams.set(channel.stream, channel);
    (connection.replays ??= new Map()).set(channel.stream, replay);
    (channel.replays ??= new Set()).add(replay);
  }

  /** From here on the connection receives live events. */
  finishReplay(replay: Replay): void {
    this.removeReplay(replay);
    this.join(replay.connection, replay.channel);
  }

  join(connection: Connection, channel: Channel): void {
    connection.streams.set(channel.stream, channel);
    channel.join(connection);
  }

  /** Nothing of the stream is delivered after this call. Returns false if there was no subscription. */
  leave(connection: Connection, stream: string): boolean {
    const channel = connection.streams.get(stream);
    if (!channel) return false;
    const replay = connection.replays?.get(stream);
    if (replay) this.removeReplay(replay);
    channel.leave(connection);
    connection.streams.delete(stream);
    this.removeIfUnused(channel);
    return true;
  }

  unsubscribe(connection: Connection, stream: string, reason: Ending['reason']): void {
    if (this.leave(connection, stream)) connection.send({ op: 'unsubscribed', stream, reason });
  }

  flush(): void {
    for (const channel of this.unflushed) channel.flush();
    this.unflushed.clear();
  }

  private receiveLogged(channel: Channel, event: Logged): void {
    if (channel.opening) return channel.keepEarly(event);
    if (event.epoch !== channel.epoch) return this.listeners.onOtherEpoch(channel);
    if (event.seq <= channel.seq) return;
    if (event.seq > channel.seq + 1) {
      channel.keepEarly(event);
      return this.listeners.onGap(channel);
    }
    this.forward(channel, event);
    this.forwardEarly(channel);
  }

  private forwardEarly(channel: Channel): void {
    for (let event = channel.takeNext(); event; event = channel.takeNext()) {
      // Kept before the head of the stream was known.
      if (event.epoch !== channel.epoch) return this.listeners.onOtherEpoch(channel);
      this.forward(channel, event);
    }
    if (channel.pruneEarly() > channel.seq) this.listeners.onGap(channel);
  }

  private forward(channel: Channel, event: Logged): void {
    channel.seq = event.seq;
    channel.movedAt = Date.now();
    if (channel.stream === CONTROL) return this.listeners.onControl(JSON.parse(event.data) as Control);
    const ending = endingOf(event);
    if (ending?.user_id) this.endSubscriptions(channel, ending, event.seq);
    this.enqueue(channel, Outgoing.fromEvent(event));
    if (event.type === ROOM_ADDED) {
      for (const connection of channel.subscribers) this.listeners.onRoomAdded(connection, event);
    }
    if (ending && !ending.user_id) this.endSubscriptions(channel, ending, event.seq);
  }

  /**
   * A replay meets an event that ends all subscriptions in the log itself. A replay must not pass an event
   * that ends its own user's subscription.
   */
  private endSubscriptions(channel: Channel, { user_id, reason }: Ending, seq: number): void {
    for (const connection of channel.subscribers) {
      if (!user_id || connection.caller?.id === user_id) this.unsubscribe(connection, channel.stream, reason);
    }
    if (!user_id) return;
    for (const { connection, checkedAt } of channel.replays ?? []) {
      if (connection.caller?.id === user_id && checkedAt < seq) {
        this.unsubscribe(connection, channel.stream, reason);
      }
    }
  }

  /**
   * Events of one turn of the event loop are sent together. A channel with many subscribers pauses after each
   * batch, and events collect meanwhile.
   */
  private enqueue(channel: Channel, outgoing: Outgoing): void {
    if (!channel.enqueue(outgoing)) return;
    const pause = channel.remainingPause();
    if (pause > 0) {
      setTimeout(() => channel.flush(), pause);
      return;
    }
    if (!this.unflushed.size) setImmediate(() => this.flush());
    this.unflushed.add(channel);
  }

  private removeReplay(replay: Replay): void {
    const { channel, connection } = replay;
    replay.over = true;
    connection.replays?.delete(channel.stream);
    channel.replays?.delete(replay);
    if (!connection.replays?.size) connection.replays = undefined;
    if (!channel.replays?.size) channel.replays = undefined;
  }

  private removeIfUnused(channel: Channel): void {
    if (channel.needed) return;
    channel.flush();
    this.all.delete(channel.stream);
  }
}

const isLogged = (event: Envelope): event is Logged => event.seq !== undefined;
