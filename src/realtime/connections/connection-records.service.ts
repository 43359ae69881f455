import { randomUUID } from 'node:crypto';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { DatabaseService } from '../../platform/database/database.service.js';
import { type Many, ExtensionsService } from '../../platform/extensions.service.js';
import { UserOfflineHook } from '../extension-points.js';
import { HubService } from '../hub/hub.service.js';
import type { Connection } from './connection.js';
import { ConnectionRegistry } from './connections.registry.js';
import { keyOf, sessionOf } from './credentials.repository.js';
import { ConnectionRecordRepository } from './connection-record.repository.js';

const BATCH_MS = 200;
const INSTANCE_RENEWAL_MS = 10_000;
const OFFLINE_CHECK_MS = 5_000;
/** A user is offline this long after the last connection ended. */
const OFFLINE_SECONDS = 60;
const OFFLINE_AT_ONCE = 500;

/** Writes connection records, in batches, so that all processes know who is connected. */
@Injectable()
export class ConnectionRecordsService implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Realtime');
  private readonly instanceId = randomUUID();
  private opening = new Set<Connection>();
  private closing: { id: string; user_id: string; at: number }[] = [];
  private writing: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private renewedAt = 0;
  private offlineCheckedAt = 0;

  private readonly offlineHooks: Many<UserOfflineHook>;

  constructor(
    private readonly records: ConnectionRecordRepository,
    private readonly connections: ConnectionRegistry,
    private readonly database: DatabaseService,
    extensions: ExtensionsService,
    private readonly hub: HubService,
  ) {
    this.offlineHooks = extensions.many(UserOfflineHook);
  }

  /** Runs again when the credential was renewed, because the record holds the credential. */
  recordOpened(connection: Connection): void {
    this.opening.add(connection);
    this.scheduleWrite();
  }

  recordClosed(connection: Connection): void {
    const { id, caller } = connection;
    if (!caller) return;
    this.opening.delete(connection);
    this.closing.push({ id, user_id: caller.id, at: Date.now() });
    this.scheduleWrite();
  }

  /** The heartbeat calls it every second. */
  async tick(now: number): Promise<void> {
    if (this.opening.size || this.closing.length) this.scheduleWrite();
    if (!this.renewedAt) return;
    if (now - this.renewedAt >= INSTANCE_RENEWAL_MS) await this.renewInstance(now);
    const replaced = new Set(await this.records.listReplaced(this.instanceId));
    for (const connection of replaced.size ? this.connections.all : []) {
      if (replaced.has(connection.id)) connection.close(4409, null);
    }
    if (now - this.offlineCheckedAt < OFFLINE_CHECK_MS) return;
    this.offlineCheckedAt = now;
    await this.handleAllOffline();
  }

  /** All connections of this process end with it. */
  async beforeApplicationShutdown(): Promise<void> {
    clearTimeout(this.timer);
    if (!this.renewedAt) return;
    await this.database.transaction(() => this.records.removeInstance(this.instanceId)).catch(() => undefined);
  }

  /** Maintenance of the records of all processes, called by the job. */
  async maintain(): Promise<void> {
    // Runs without any connection as well: clients that only catch up need the new epoch after a promotion.
    await this.database.transaction(() => this.records.checkOrigin());
    await this.database.transaction(async () => {
      await this.records.removeDead();
      await this.records.purgeDepartures();
    });
    await this.handleAllOffline();
  }

  /** Runs the offline hooks in the transaction that records the departure, so that they run once per departure. */
  async handleAllOffline(seconds = OFFLINE_SECONDS): Promise<void> {
    const handleBatch = () => this.database.transaction(() => this.handleOffline(seconds));
    while ((await handleBatch()) === OFFLINE_AT_ONCE);
  }

  private async handleOffline(seconds: number): Promise<number> {
    const left = await this.records.takeOffline(seconds, OFFLINE_AT_ONCE);
    const departures = left.flatMap(({ back, ...departure }) => (back ? [] : [departure]));
    if (departures.length) for (const hook of this.offlineHooks.values) await hook.departed(departures);
    return left.length;
  }

  private async renewInstance(now: number): Promise<void> {
    const { fresh, several } = await this.database.transaction(() => this.records.renewInstance(this.instanceId));
    if (fresh && this.renewedAt) for (const connection of this.connections.all) this.opening.add(connection);
    this.hub.hasOtherProcesses = several;
    this.renewedAt = now;
  }

  private scheduleWrite(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      this.writing = (this.writing ?? Promise.resolve())
        .then(() => this.write())
        .catch((error: unknown) => this.logger.warn(`connection records were not written: ${String(error)}`));
    }, BATCH_MS);
  }

  private async write(): Promise<void> {
    if (!this.renewedAt) await this.renewInstance(Date.now());
    const opened = [...this.opening];
    const { closing } = this;
    this.opening = new Set();
    this.closing = [];
    try {
      await this.database.transaction(async () => {
        const now = Date.now();
        const closed = closing.map(({ at, ...one }) => ({ ...one, ago: now - at }));
        // Closed connections first, so that they do not count towards the limit of the opened ones.
        if (closed.length) await this.records.deleteClosed(closed);
        const here = opened.filter((connection) => !connection.closed);
        if (here.length) await this.records.insertOpened(this.instanceId, here.flatMap(rowOf));
      });
    } catch (error) {
      for (const connection of opened) if (!connection.closed) this.opening.add(connection);
      this.closing.push(...closing);
      throw error;
    }
  }
}

function rowOf({ id, caller, openedAt }: Connection) {
  if (!caller) return [];
  const { via } = caller;
  const opened_at = new Date(openedAt);
  return [{ id, user_id: caller.id, session_id: sessionOf(via), key_id: keyOf(via), opened_at }];
}
