import { Module } from '@nestjs/common';
import { CallerLookup } from '../../platform/access/access.js';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { PasswordHashingModule } from '../password-hashing/password-hashing.module.js';
import { UsersModule } from '../users/users.module.js';
import { CallerRepository } from './caller.repository.js';
import { RefreshKeys1790000002004 } from './migrations/1790000002004-refresh-keys.js';
import { RefreshService } from './refresh.service.js';
import { RefreshKey, Session } from './session.entity.js';
import { SessionRepository } from './session.repository.js';
import { SessionTokensService } from './session-tokens.service.js';
import { SessionsController } from './sessions.controller.js';
import { SessionsService } from './sessions.service.js';
import { SignInService } from './sign-in.service.js';

@Module({
  imports: [
    DatabaseModule.forFeature({ entities: [Session, RefreshKey], migrations: [RefreshKeys1790000002004] }),
    UsersModule,
    PasswordHashingModule,
  ],
  controllers: [SessionsController],
  providers: [
    SessionRepository,
    SessionTokensService,
    SessionsService,
    SignInService,
    RefreshService,
    CallerRepository,
    { provide: CallerLookup, useExisting: CallerRepository },
  ],
  exports: [CallerLookup, SessionRepository, SessionsService, SessionTokensService],
})
export class SessionsModule {}
