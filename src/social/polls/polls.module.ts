import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { PollEventsService } from './poll-events.service.js';
import { Poll, PollVote } from './poll.entity.js';
import { PollRepository } from './poll.repository.js';
import { PollsController } from './polls.controller.js';
import { PollDeletionExtension } from './polls.extension.js';
import { PollsService } from './polls.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Poll, PollVote] })],
  controllers: [PollsController],
  providers: [PollsService, PollEventsService, PollRepository, PollDeletionExtension],
  exports: [PollsService],
})
export class PollsModule {}
