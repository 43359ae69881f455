import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { UsersModule } from '../users/users.module.js';
import { ApiKey } from './api-key.entity.js';
import { ApiKeyRepository } from './api-key.repository.js';
import { ApiKeysController } from './api-keys.controller.js';
import { ApiKeysService } from './api-keys.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [ApiKey] }), UsersModule, SessionsModule],
  controllers: [ApiKeysController],
  providers: [ApiKeyRepository, ApiKeysService],
  exports: [ApiKeyRepository, ApiKeysService],
})
export class ApiKeysModule {}
