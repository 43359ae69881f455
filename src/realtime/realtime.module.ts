import { Global, Module } from '@nestjs/common';
import { schema } from '../platform/database/schema.js';
import { AtMost } from './at-most.js';
import { Connections } from './connections/connections.js';
import { Credentials } from './connections/credentials.js';
import { CredentialsRepository } from './connections/credentials.repository.js';
import { Gatekeeper } from './connections/gatekeeper.js';
import { KeepRoster } from './connections/keep-roster.job.js';
import { Pulse } from './connections/pulse.js';
import { Reception } from './connections/reception.js';
import { Roster } from './connections/roster.js';
import { RosterRepository } from './connections/roster.repository.js';
import { LivePageController } from './dev/live-page.controller.js';
import { CatchUp } from './http/catch-up.js';
import { EventStreams } from './http/event-streams.js';
import { ListeningController } from './http/listening.controller.js';
import { ResumeAll } from './http/positions.js';
import { RealtimeController } from './http/realtime.controller.js';
import { StreamAccess } from './hub/stream-access.js';
import { Channels } from './hub/channels.js';
import { Hub } from './hub/hub.js';
import { Mender } from './hub/mender.js';
import { Readers } from './hub/readers.js';
import { Replayer } from './hub/replayer.js';
import { Subscriptions } from './hub/subscriptions.js';
import { Turns } from './hub/turns.js';
import { Watching } from './hub/watching.js';
import { KeepLog } from './log/keep-log.job.js';
import { KeepLogRepository } from './log/keep-log.repository.js';
import { LogRepository } from './log/log.repository.js';
import { Realtime1790000005500 } from './migrations/1790000005500-realtime.js';
import { Renewals1790000013010 } from './migrations/1790000013010-renewals.js';
import { Departures1790000013500 } from './migrations/1790000013500-departures.js';
import { Realtime } from './realtime.js';
import { RedisBus } from './redis-bus.js';
import { Operations } from './socket/operations.js';
import { PresencePace } from './socket/presence-pace.js';
import { Sockets } from './socket/sockets.js';

schema({
  entities: [],
  migrations: [Realtime1790000005500, Renewals1790000013010, Departures1790000013500],
});

const LOG = [Realtime, LogRepository, KeepLog, KeepLogRepository, RedisBus, AtMost];
const HUB = [Hub, Channels, Mender, Replayer, Subscriptions, StreamAccess, Readers, Watching, Turns];
const CONNECTIONS = [
  Connections,
  Credentials,
  CredentialsRepository,
  Gatekeeper,
  Pulse,
  Reception,
  Roster,
  RosterRepository,
  KeepRoster,
];
const SOCKET = [Sockets, Operations, PresencePace];
const HTTP = [EventStreams, ResumeAll, CatchUp];

@Global()
@Module({
  controllers: [RealtimeController, ListeningController, LivePageController],
  providers: [...LOG, ...HUB, ...CONNECTIONS, ...SOCKET, ...HTTP],
  exports: [Realtime, AtMost],
})
export class RealtimeModule {}
