import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { PresenceController } from './presence.controller.js';
import { Presence } from './presence.entity.js';
import { PresenceLockoutExtension, PresenceOfflineExtension } from './presence.extension.js';
import { PresenceRepository } from './presence.repository.js';
import { PresenceService } from './presence.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Presence] })],
  controllers: [PresenceController],
  providers: [PresenceRepository, PresenceService, PresenceOfflineExtension, PresenceLockoutExtension],
  exports: [PresenceService],
})
export class PresenceModule {}
