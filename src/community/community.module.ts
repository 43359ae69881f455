import { Module } from '@nestjs/common';
import { DatabaseModule } from '../platform/database/database.module.js';
import { ArtworkController } from './artwork/artwork.controller.js';
import { BadgesModule } from './badges/badges.module.js';
import { BroadcastsModule } from './broadcasts/broadcasts.module.js';
import { CallsModule } from './calls/calls.module.js';
import { CommunityLifeExport } from './community-life.export.js';
import { DirectModule } from './direct/direct.module.js';
import { MembershipsModule } from './memberships/memberships.module.js';
import { CommunityBase1790000012000 } from './migrations/1790000012000-community-base.js';
import { Direct1790000012200 } from './migrations/1790000012200-direct.js';
import { Life1790000012300 } from './migrations/1790000012300-life.js';
import { PresenceModule } from './presence/presence.module.js';
import { RoomsModule } from './rooms/rooms.module.js';
import { StickersModule } from './stickers/stickers.module.js';
import { TipsModule } from './tips/tips.module.js';
import { TypingModule } from './typing/typing.module.js';

@Module({
  imports: [
    DatabaseModule.forFeature({
      migrations: [CommunityBase1790000012000, Direct1790000012200, Life1790000012300],
    }),
    RoomsModule,
    DirectModule,
    CallsModule,
    PresenceModule,
    TypingModule,
    TipsModule,
    MembershipsModule,
    BadgesModule,
    StickersModule,
    BroadcastsModule,
  ],
  controllers: [ArtworkController],
  providers: [CommunityLifeExport],
  exports: [BadgesModule, StickersModule, RoomsModule],
})
export class CommunityModule {}
