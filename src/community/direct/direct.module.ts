import { Module } from '@nestjs/common';
import { DatabaseModule } from '../../platform/database/database.module.js';
import { CallsModule } from '../calls/calls.module.js';
import { PresenceModule } from '../presence/presence.module.js';
import { Conversation } from './conversation.entity.js';
import { ConversationRepository } from './conversation.repository.js';
import { ConversationsService } from './conversations.service.js';
import { DirectEventsService } from './direct-events.service.js';
import { DirectMessage, DirectReaction } from './direct-message.entity.js';
import { DirectMessageRepository } from './direct-message.repository.js';
import { DirectMessagesController } from './direct-messages.controller.js';
import { DirectMessagesService } from './direct-messages.service.js';
import { DirectController } from './direct.controller.js';
import { DirectExport } from './direct.export.js';
import { ConversationDeletionExtension } from './direct.extension.js';
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
    DirectEventsService,
    ConversationsService,
    DirectMessagesService,
    DirectExport,
    ConversationDeletionExtension,
  ],
  exports: [ConversationsService],
})
export class DirectModule {}
