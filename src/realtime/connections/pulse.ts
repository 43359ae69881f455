import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type Connection, POSITIONS_MS } from './connection.js';
import { Connections } from './connections.js';
import { Gatekeeper } from './gatekeeper.js';
import { Roster } from './roster.js';

const BEAT_MS = 250;
const ROSTER_MS = 1_000;
const LOOK_MS = 60_000;

/** One timer for all connections: a timer for each would cost more than the connection. */
@Injectable()
export class Pulse implements OnApplicationShutdown {
  private readonly logger = new Logger('Realtime');
  private timer: NodeJS.Timeout | undefined;
  private rosterAt = 0;
  private lookedAt = Date.now();
  private looking = false;

  constructor(
    private readonly connections: Connections,
    private readonly gatekeeper: Gatekeeper,
    private readonly roster: Roster,
  ) {}

  /** Begins with the first connection, and goes on. */
  start(): void {
    this.timer ??= setInterval(() => this.beat(Date.now()), BEAT_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private beat(now: number): void {
    for (const connection of this.connections.all) {
      if (connection.expiresAt !== null && connection.expiresAt <= now) connection.close(4401, null);
      connection.relieve(now);
      connection.tick(now);
      if (now - connection.positionsAt >= POSITIONS_MS) tellPositions(connection, now);
    }
    if (this.looking || now - this.rosterAt < ROSTER_MS) return;
    this.rosterAt = now;
    this.looking = true;
    this.look(now)
      .catch((error: unknown) => this.logger.warn(`the connections were not looked at: ${String(error)}`))
      .finally(() => (this.looking = false));
  }

  private async look(now: number): Promise<void> {
    await this.roster.tick(now);
    if (now - this.lookedAt < LOOK_MS) return;
    this.lookedAt = now;
    await this.gatekeeper.look();
  }
}

/** Of the streams that moved since the last time: who is behind has lost something, and asks for it. */
function tellPositions(connection: Connection, now: number): void {
  const positions: Record<string, number> = {};
  for (const [stream, channel] of connection.streams) {
    const isCatchingUp = connection.replays?.has(stream);
    if (channel.movedAt >= connection.positionsAt && !isCatchingUp) positions[stream] = channel.toldSeq;
  }
  connection.positionsAt = now;
  if (Object.keys(positions).length) connection.send({ op: 'positions', positions });
}
