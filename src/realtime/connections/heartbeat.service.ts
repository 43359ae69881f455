import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type Connection, POSITIONS_MS } from './connection.js';
import { ConnectionRegistry } from './connections.registry.js';
import { CredentialChecksService } from './credential-checks.service.js';
import { ConnectionRecordsService } from './connection-records.service.js';

const BEAT_MS = 250;
const RECORDS_MS = 1_000;
const CREDENTIALS_MS = 60_000;

/** One timer for all connections: a timer per connection would cost more memory than the connection itself. */
@Injectable()
export class HeartbeatService implements OnApplicationShutdown {
  private readonly logger = new Logger('Realtime');
  private timer: NodeJS.Timeout | undefined;
  private recordsAt = 0;
  private credentialsAt = Date.now();
  private isMaintaining = false;

  constructor(
    private readonly connections: ConnectionRegistry,
    private readonly credentialChecks: CredentialChecksService,
    private readonly records: ConnectionRecordsService,
  ) {}

  /** Starts with the first connection and runs until shutdown. */
  start(): void {
    this.timer ??= setInterval(() => this.beat(Date.now()), BEAT_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  private beat(now: number): void {
    for (const connection of this.connections.all) {
      if (connection.expiresAt !== null && connection.expiresAt <= now) connection.close(4401, null);
      connection.checkBackpressure(now);
      connection.tick(now);
      if (now - connection.positionsAt >= POSITIONS_MS) sendPositions(connection, now);
    }
    if (this.isMaintaining || now - this.recordsAt < RECORDS_MS) return;
    this.recordsAt = now;
    this.isMaintaining = true;
    this.maintain(now)
      .catch((error: unknown) => this.logger.warn(`maintenance of the connections failed: ${String(error)}`))
      .finally(() => (this.isMaintaining = false));
  }

  private async maintain(now: number): Promise<void> {
    await this.records.tick(now);
    if (now - this.credentialsAt < CREDENTIALS_MS) return;
    this.credentialsAt = now;
    await this.credentialChecks.checkConnections();
  }
}

/**
 * Sends the positions of streams that moved since the last time. A client that is behind has lost an event
 * and asks for it.
 */
function sendPositions(connection: Connection, now: number): void {
  const positions: Record<string, number> = {};
  for (const [stream, channel] of connection.streams) {
    const isCatchingUp = connection.replays?.has(stream);
    if (channel.movedAt >= connection.positionsAt && !isCatchingUp) positions[stream] = channel.sentSeq;
  }
  connection.positionsAt = now;
  if (Object.keys(positions).length) connection.send({ op: 'positions', positions });
}
