import { type DynamicModule, Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_PIPE, DiscoveryModule } from '@nestjs/core';
import { AccessGuard } from './access/access.guard.js';
import { AccessTokens, JwtStrategy } from './access/access-token.js';
import { ApiKeyStrategy } from './access/api-key.js';
import { DeclaredCheck } from './access/declared.check.js';
import { IdentifyGuard } from './access/identify.guard.js';
import { Keyring } from './access/keyring.js';
import { Vault } from './access/vault.js';
import { Config } from './config/environment.js';
import { Database } from './database/database.js';
import { databaseProviders } from './database/providers.js';
import { Declared } from './declared.js';
import { Destinations } from './http/destinations/destinations.js';
import { Drain } from './http/drain.js';
import { ErrorFilter } from './http/error.filter.js';
import { HealthController } from './http/health/health.controller.js';
import { Readiness } from './http/health/readiness.js';
import { IdempotencyInterceptor, IdempotentAnswers, Replays } from './http/idempotency.js';
import { OutsideInterceptor } from './http/idempotency-outside.js';
import { BodyGuard } from './http/input/body.guard.js';
import { InputPipe } from './http/input/input.pipe.js';
import { Metrics } from './http/metrics.js';
import { DocsController } from './http/openapi/docs.controller.js';
import { OpenApi } from './http/openapi/document.js';
import { Routes } from './http/routes.js';
import { Upgrades } from './http/upgrades.js';
import { Limits } from './limits/limits.js';
import { RateLimitGuard } from './limits/rate-limit.guard.js';
import { Redis } from './limits/redis.js';

/** What every area stands on. Guards run in the order of this list: who asks, how often, may he, what he sent. */
@Global()
@Module({})
export class PlatformModule {
  static with(config: Config): DynamicModule {
    const shared = [
      { provide: Config, useValue: config },
      ...databaseProviders,
      Keyring,
      Vault,
      AccessTokens,
      Redis,
      Limits,
      Metrics,
      Readiness,
      Destinations,
      Drain,
      Upgrades,
      JwtStrategy,
      ApiKeyStrategy,
      Declared,
      Routes,
      OpenApi,
      IdempotentAnswers,
      Replays,
      IdempotencyInterceptor,
      OutsideInterceptor,
    ];
    return {
      module: PlatformModule,
      imports: [DiscoveryModule],
      controllers: [HealthController, DocsController],
      providers: [
        ...shared,
        DeclaredCheck,
        { provide: APP_GUARD, useClass: IdentifyGuard },
        { provide: APP_GUARD, useClass: RateLimitGuard },
        { provide: APP_GUARD, useClass: AccessGuard },
        { provide: APP_GUARD, useClass: BodyGuard },
        { provide: APP_PIPE, useClass: InputPipe },
        { provide: APP_FILTER, useClass: ErrorFilter },
      ],
      exports: [...shared, Database],
    };
  }
}
