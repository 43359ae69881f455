import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { CallsModule } from '../calls/calls.module.js';
import { PresenceModule } from '../presence/presence.module.js';
import { Conversation, DirectMessage, DirectReaction } from './conversation.entity.js';
import { ConversationRepository } from './conversation.repository.js';
import { ConversationsService } from './conversations.service.js';
import { DirectMessageRepository } from './direct-message.repository.js';
import { DirectController, DirectMessagesController } from './direct.controller.js';
import { DirectMessagesService } from './direct-messages.service.js';
import { DirectExport } from './direct.export.js';
import { WordFilterModule } from '../../moderation/word-filter/word-filter.module.js';

@Module({
  imports: [
    DatabaseModule.forFeature({ entities: [Conversation, DirectMessage, DirectReaction] }),
    CallsModule,
    PresenceModule,
    WordFilterModule,
  ],
  controllers: [DirectMessagesController, DirectController],
  providers: [
    ConversationRepository,
    DirectMessageRepository,
    ConversationsService,
    DirectMessagesService,
    DirectExport,
  ],
  exports: [ConversationsService],
})
export class DirectModule {}
