import { Injectable } from '@nestjs/common';
import type { Connection } from '../connections/connection.js';
import type { Envelope, Logged } from '../envelope.js';
import { type Ending, eventTypes } from '../event-type.js';
import { Outgoing } from '../outgoing.js';
import { CONTROL, type Control } from '../realtime.js';
import { Channel } from './channel.js';
import type { Head } from '../log/log.repository.js';
import type { Replay } from './replay.js';

/** Whoever becomes a member of a room is subscribed to it. */
export const ROOM_ADDED = 'room.added';

export type Reason = 'epoch' | 'expired' | 'too_many';
type Place = Pick<Head, 'epoch' | 'seq'>;

/** Whose subscription ends with an event, where one does. */
export const endingOf = ({ type, data }: Envelope): Ending | undefined =>
  eventTypes.get(type)?.ends?.(JSON.parse(data));

/** What those who look after channels want to hear of. */
interface Watchers {
  hole(channel: Channel): void;
  stranger(channel: Channel): void;
  control(control: Control): void;
  added(connection: Connection, event: Envelope): void;
  presence(event: Envelope): void;
}

/** The streams that somebody hears in this process: each event goes to them once, in order, and to nobody after the end. */
@Injectable()
export class Channels {
  readonly all = new Map<string, Channel>();
  readonly watchers: Watchers = {
    hole: () => undefined,
    stranger: () => undefined,
    control: () => undefined,
    added: () => undefined,
    presence: () => undefined,
  };
  private readonly waiting = new Set<Channel>();

  /** Held until it is released: what comes from now on is seen. */
  hold(stream: string): Channel {
    const channel = this.all.get(stream) ?? new Channel(stream);
    this.all.set(stream, channel);
    channel.holds++;
    return channel;
  }

  release(channel: Channel): void {
    channel.holds--;
    this.tidy(channel);
  }

  take(event: Envelope): void {
    if (event.stream.startsWith('presence:')) return this.watchers.presence(event);
    const channel = this.all.get(event.stream);
    if (!channel) return;
    if (isLogged(event)) this.takeLogged(channel, event);
    else if (!channel.opening) this.say(channel, Outgoing.event(event));
  }

  /** Where the log says that a stream stands: there is a hole if that is further than we are. */
  meet(channel: Channel, { epoch, seq }: Place): void {
    if (channel.opening) channel.begin(epoch, seq);
    else if (channel.epoch !== epoch) return this.renew(channel, { epoch, seq }, 'epoch');
    else if (seq > channel.seq) return this.watchers.hole(channel);
    this.takeEarly(channel);
  }

  /** What lies between cannot be told any more: all go on from here, and read again, as far as they still may. */
  renew(channel: Channel, { epoch, seq }: Place, reason: Reason): void {
    const { stream } = channel;
    channel.begin(epoch, seq);
    const frame = { op: 'resync', stream, epoch, seq, reason };
    for (const replay of channel.replays ?? []) this.finish(replay);
    for (const connection of channel.live) connection.send(frame);
    this.watchers.control(stream === CONTROL ? { do: 'recheck' } : { do: 'recheck', stream });
    this.takeEarly(channel);
  }

  /** The same of one who had not caught up, and is with all the others from here on. */
  lose(connection: Connection, { stream, epoch, seq }: Channel, reason: Reason): void {
    connection.send({ op: 'resync', stream, epoch, seq, reason });
    this.watchers.control({ do: 'recheck', stream, user_id: connection.caller?.id });
  }

  begin(replay: Replay): void {
    const { channel, connection } = replay;
    connection.streams.set(channel.stream, channel);
    (connection.replays ??= new Map()).set(channel.stream, replay);
    (channel.replays ??= new Set()).add(replay);
  }

  /** From here on he hears what all hear. */
  finish(replay: Replay): void {
    this.forget(replay);
    this.join(replay.connection, replay.channel);
  }

  join(connection: Connection, channel: Channel): void {
    connection.streams.set(channel.stream, channel);
    channel.join(connection);
  }

  /** Nothing of the stream goes to him any more. */
  leave(connection: Connection, stream: string): boolean {
    const channel = connection.streams.get(stream);
    if (!channel) return false;
    const replay = connection.replays?.get(stream);
    if (replay) this.forget(replay);
    channel.leave(connection);
    connection.streams.delete(stream);
    this.tidy(channel);
    return true;
  }

  drop(connection: Connection, stream: string, reason: Ending['reason']): void {
    if (this.leave(connection, stream)) connection.send({ op: 'unsubscribed', stream, reason });
  }

  flush(): void {
    for (const channel of this.waiting) channel.flush();
    this.waiting.clear();
  }

  private takeLogged(channel: Channel, event: Logged): void {
    if (channel.opening) return channel.keep(event);
    if (event.epoch !== channel.epoch) return this.watchers.stranger(channel);
    if (event.seq <= channel.seq) return;
    if (event.seq > channel.seq + 1) {
      channel.keep(event);
      return this.watchers.hole(channel);
    }
    this.forward(channel, event);
    this.takeEarly(channel);
  }

  private takeEarly(channel: Channel): void {
    for (let event = channel.next(); event; event = channel.next()) {
      // It was kept before it was known where the stream stands.
      if (event.epoch !== channel.epoch) return this.watchers.stranger(channel);
      this.forward(channel, event);
    }
    if (channel.highest() > channel.seq) this.watchers.hole(channel);
  }

  private forward(channel: Channel, event: Logged): void {
    channel.seq = event.seq;
    channel.movedAt = Date.now();
    if (channel.stream === CONTROL) return this.watchers.control(JSON.parse(event.data) as Control);
    const ending = endingOf(event);
    if (ending?.user_id) this.end(channel, ending, event.seq);
    this.say(channel, Outgoing.event(event));
    if (event.type === ROOM_ADDED) {
      for (const connection of channel.live) this.watchers.added(connection, event);
    }
    if (ending && !ending.user_id) this.end(channel, ending, event.seq);
  }

  /** Who is still reading the log meets there what ends for all; what ends for himself he must not pass. */
  private end(channel: Channel, { user_id, reason }: Ending, seq: number): void {
    for (const connection of channel.live) {
      if (!user_id || connection.caller?.id === user_id) this.drop(connection, channel.stream, reason);
    }
    if (!user_id) return;
    for (const { connection, checkedAt } of channel.replays ?? []) {
      if (connection.caller?.id === user_id && checkedAt < seq) {
        this.drop(connection, channel.stream, reason);
      }
    }
  }

  /** What comes in one turn goes out together; and what takes long to tell to many, is told with what came meanwhile. */
  private say(channel: Channel, outgoing: Outgoing): void {
    if (!channel.queue(outgoing)) return;
    const pause = channel.pause();
    if (pause > 0) {
      setTimeout(() => channel.flush(), pause);
      return;
    }
    if (!this.waiting.size) setImmediate(() => this.flush());
    this.waiting.add(channel);
  }

  private forget(replay: Replay): void {
    const { channel, connection } = replay;
    replay.over = true;
    connection.replays?.delete(channel.stream);
    channel.replays?.delete(replay);
    if (!connection.replays?.size) connection.replays = undefined;
    if (!channel.replays?.size) channel.replays = undefined;
  }

  private tidy(channel: Channel): void {
    if (channel.needed) return;
    channel.flush();
    this.all.delete(channel.stream);
  }
}

const isLogged = (event: Envelope): event is Logged => event.seq !== undefined;
