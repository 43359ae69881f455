import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { BlacklistEntry } from './blacklist-entry.entity.js';
import { BlacklistHostsExtension, BlacklistRegistrationExtension } from './blacklist.extension.js';
import { BlacklistRepository } from './blacklist.repository.js';
import { BlacklistService } from './blacklist.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [BlacklistEntry] })],
  providers: [BlacklistService, BlacklistRepository, BlacklistRegistrationExtension, BlacklistHostsExtension],
  exports: [BlacklistService],
})
export class BlacklistModule {}
