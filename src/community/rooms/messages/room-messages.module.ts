import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../../platform/database/database.module.js';
import { RoomAccessModule } from '../access/room-access.module.js';
import { RoomMessageEventsService } from './room-message-events.service.js';
import { RoomMessageReaction } from './room-message-reaction.entity.js';
import { RoomMessage } from './room-message.entity.js';
import { RoomMessageRepository } from './room-message.repository.js';
import { RoomMessagesController } from './room-messages.controller.js';
import { RoomMessagesService } from './room-messages.service.js';
import { RoomReactionsController } from './room-reactions.controller.js';
import { WordFilterModule } from '../../../moderation/word-filter/word-filter.module.js';

@Module({
  imports: [
    DatabaseModule.forFeature({ entities: [RoomMessage, RoomMessageReaction] }),
    RoomAccessModule,
    WordFilterModule,
  ],
  controllers: [RoomMessagesController, RoomReactionsController],
  providers: [RoomMessageRepository, RoomMessageEventsService, RoomMessagesService],
  exports: [RoomMessageEventsService, RoomMessagesService],
})
export class RoomMessagesModule {}
