import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from './access/access.guard.js';
import { AccessTokens, JwtStrategy } from './access/jwt.strategy.js';
import { ApiKeyStrategy } from './access/api-key.strategy.js';
import { RouteRegistry } from './http/route.registry.js';
import { IdentifyGuard } from './access/identify.guard.js';
import { KeyringService } from './access/keyring.service.js';
import { EncryptionService } from './access/encryption.service.js';
import { Environment } from './config/environment.js';
import { Runtime } from './config/runtime.js';
import { DatabaseService } from './database/database.service.js';
import type { Schema } from './database/database.module.js';
import { Platform1790000000000 } from './database/migrations/1790000000000-platform.js';
import { OperationId1790000000001 } from './database/migrations/1790000000001-operation-id.js';
import { IdempotencyClaims1790000000002 } from './database/migrations/1790000000002-idempotency-claims.js';
import { UuidOfPostgresql1790000033000 } from './database/migrations/1790000033000-uuid-of-postgresql.js';
import { databaseProviders } from './database/database.provider.js';
import { ExtensionsService } from './extensions.service.js';
import { ExportProcessService } from './exports/export-process.service.js';
import { DestinationsService } from './http/destinations/destinations.service.js';
import { SafeHttpService } from './http/safe-http/safe-http.service.js';
import { ExemptPathsRegistry } from './http/server/exempt-paths.registry.js';
import { ShutdownService } from './http/server/shutdown.service.js';
import { ErrorFilter } from './http/error.filter.js';
import { HealthController } from './http/health/health.controller.js';
import { ReadinessService } from './http/health/readiness.service.js';
import { IdempotencyInterceptor } from './http/idempotency/idempotency.interceptor.js';
import { IdempotencyClaimsService } from './http/idempotency/idempotency-claims.service.js';
import { IdempotentAnswerRepository } from './http/idempotency/idempotent-answer.repository.js';
import { IdempotentAnswersService } from './http/idempotency/idempotent-answers.service.js';
import { BodyGuard } from './http/input/body.guard.js';
import { InputPipe } from './http/input/input.pipe.js';
import { MetricsService } from './http/server/metrics.service.js';
import { DocsController } from './http/openapi/docs.controller.js';
import { OpenApiService } from './http/openapi/openapi.service.js';
import { StartController } from './http/start/start.controller.js';
import { UpgradesService } from './http/server/upgrades.service.js';
import { LimitsService } from './limits/limits.service.js';
import { RateLimitGuard } from './limits/rate-limit.guard.js';
import { RedisClient } from './limits/redis.client.js';

export const PLATFORM_MIGRATIONS: Schema['migrations'] = [
  Platform1790000000000,
  OperationId1790000000001,
  IdempotencyClaims1790000000002,
  UuidOfPostgresql1790000033000,
];

/** The infrastructure of all areas. Guards run in the order of this list: identification, rate limit, access, body. */
@Global()
@Module({})
export class PlatformModule {
  static with(runtime: Runtime, schema: Schema): DynamicModule {
    const shared = [
      { provide: Environment, useValue: runtime.environment },
      { provide: Runtime, useValue: runtime },
      ...databaseProviders(schema),
      KeyringService,
      EncryptionService,
      AccessTokens,
      { provide: RedisClient, inject: [Environment, ReadinessService], useFactory: RedisClient.open },
      LimitsService,
      MetricsService,
      ReadinessService,
      DestinationsService,
      SafeHttpService,
      ExemptPathsRegistry,
      ShutdownService,
      UpgradesService,
      JwtStrategy,
      ApiKeyStrategy,
      ExtensionsService,
      RouteRegistry,
      OpenApiService,
      IdempotentAnswerRepository,
      IdempotentAnswersService,
      IdempotencyClaimsService,
      IdempotencyInterceptor,
      ExportProcessService,
    ];
    return {
      module: PlatformModule,
      imports: [DiscoveryModule],
      controllers: [HealthController, DocsController, StartController],
      providers: [
        ...shared,
        { provide: APP_GUARD, useClass: IdentifyGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_GUARD, useClass: BodyGuard },
        { provide: APP_PIPE, useClass: InputPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [...shared, DatabaseService],
    };
  }
}
