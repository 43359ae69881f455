import { DatabaseModule } from '../platform/database/database.module.js';
import { Global, Module } from '@nestjs/common';
import { ThrottleService } from './throttle.service.js';
import { ConnectionRegistry } from './connections/connections.registry.js';
import { CredentialsService } from './connections/credentials.service.js';
import { CredentialsRepository } from './connections/credentials.repository.js';
import { CredentialChecksService } from './connections/credential-checks.service.js';
import { ConnectionRecordsJob } from './connections/connection-records.job.js';
import { HeartbeatService } from './connections/heartbeat.service.js';
import { ConnectionLifecycleService } from './connections/connection-lifecycle.service.js';
import { ConnectionRecordsService } from './connections/connection-records.service.js';
import { ConnectionRecordRepository } from './connections/connection-record.repository.js';
import { RealtimePageController } from './dev/realtime-page.controller.js';
import { CatchUpService } from './http/catch-up.service.js';
import { EventStreamsService } from './http/event-streams.service.js';
import { EventStreamsController } from './http/event-streams.controller.js';
import { RealtimeController } from './http/realtime.controller.js';
import { StreamAccessService } from './hub/stream-access.service.js';
import { ChannelsService } from './hub/channels.service.js';
import { HubService } from './hub/hub.service.js';
import { GapRecoveryService } from './hub/gap-recovery.service.js';
import { ReplayService } from './hub/replay.service.js';
import { SubscriptionsService } from './hub/subscriptions.service.js';
import { ConcurrencyLimitService } from './hub/concurrency-limit.service.js';
import { PresenceWatchersService } from './hub/presence-watchers.service.js';
import { LogRetentionJob } from './log/log-retention.job.js';
import { LogRepository } from './log/log.repository.js';
import { Realtime1790000005500 } from './migrations/1790000005500-realtime.js';
import { Renewals1790000013010 } from './migrations/1790000013010-renewals.js';
import { Departures1790000013500 } from './migrations/1790000013500-departures.js';
import { Origin1790000013600 } from './migrations/1790000013600-origin.js';
import { RealtimeService } from './realtime.service.js';
import { RedisBusClient } from './redis-bus.client.js';
import { SocketOperationsService } from './socket/socket-operations.service.js';
import { SocketsService } from './socket/sockets.service.js';

const LOG = [RealtimeService, LogRepository, LogRetentionJob, RedisBusClient, ThrottleService];
const HUB = [
  HubService,
  ChannelsService,
  GapRecoveryService,
  ReplayService,
  SubscriptionsService,
  StreamAccessService,
  PresenceWatchersService,
  ConcurrencyLimitService,
];
const CONNECTIONS = [
  ConnectionRegistry,
  CredentialsService,
  CredentialsRepository,
  CredentialChecksService,
  HeartbeatService,
  ConnectionLifecycleService,
  ConnectionRecordsService,
  ConnectionRecordRepository,
  ConnectionRecordsJob,
];
const SOCKET = [SocketsService, SocketOperationsService];
const HTTP = [EventStreamsService, CatchUpService];

@Global()
@Module({
  imports: [
    DatabaseModule.forFeature({
      entities: [],
      migrations: [Realtime1790000005500, Renewals1790000013010, Departures1790000013500, Origin1790000013600],
    }),
  ],
  controllers: [RealtimeController, EventStreamsController, RealtimePageController],
  providers: [...LOG, ...HUB, ...CONNECTIONS, ...SOCKET, ...HTTP],
  exports: [RealtimeService, ThrottleService],
})
export class RealtimeModule {}
