import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { PollCountsService } from './poll-counts.service.js';
import { Poll, PollVote } from './poll.entity.js';
import { PollRepository } from './poll.repository.js';
import { PollsController } from './polls.controller.js';
import { PollsService } from './polls.service.js';

@Module({
  imports: [DatabaseModule.forFeature({ entities: [Poll, PollVote] })],
  controllers: [PollsController],
  providers: [PollsService, PollCountsService, PollRepository],
  exports: [PollsService],
})
export class PollsModule {}
