import { PaymentsModule } from '../payments/payments.module.js';
import { ArtworkController } from './artwork/artwork.controller.js';
import { Badge } from './badges/badge.entity.js';
import { BadgeRepository } from './badges/badge.repository.js';
import { BadgesController } from './badges/badges.controller.js';
import { KeepBadges } from './badges/keep-badges.js';
import { UserBadge } from './badges/user-badge.entity.js';
import { AwaitHost } from './broadcasts/await-host.js';
import { BroadcastStreams } from './broadcasts/broadcast-streams.js';
import { BroadcastViewer } from './broadcasts/broadcast-viewer.entity.js';
import { Broadcast } from './broadcasts/broadcast.entity.js';
import { BroadcastRepository } from './broadcasts/broadcast.repository.js';
import { BroadcastsController } from './broadcasts/broadcasts.controller.js';
import { EndLeftBroadcasts } from './broadcasts/end-left-broadcasts.job.js';
import { EndOwnBroadcast } from './broadcasts/end-own-broadcast.js';
import { RunBroadcast } from './broadcasts/run-broadcast.js';
import { FollowersThere } from '../social/follows/followers-there.js';
import { TellOfBroadcast } from './broadcasts/tell-of-broadcast.js';
import { KeepRoomCategories } from './categories/keep-room-categories.js';
import { LifeSection } from './life.section.js';
import { ExpireMemberships } from './memberships/expire-memberships.job.js';
import { FollowMembership } from './memberships/follow-membership.js';
import { Membership } from './memberships/membership.entity.js';
import { MembershipRepository } from './memberships/membership.repository.js';
import { MembershipsController } from './memberships/memberships.controller.js';
import { TellOfMembership } from './memberships/tell-of-membership.js';
import { Life1790000012300 } from './migrations/1790000012300-life.js';
import type { Part } from './part.js';
import { KeepStickers } from './stickers/keep-stickers.js';
import { StickerPack } from './stickers/sticker-pack.entity.js';
import { Sticker } from './stickers/sticker.entity.js';
import { StickerRepository } from './stickers/sticker.repository.js';
import { StickersController } from './stickers/stickers.controller.js';
import { ForgetTips } from './tips/forget-tips.js';
import { SendTip } from './tips/send-tip.js';
import { SettleTips } from './tips/settle-tips.js';
import { SettleTipsLater } from './tips/settle-tips-later.job.js';
import { TellOfTip } from './tips/tell-of-tip.js';
import { Tip } from './tips/tip.entity.js';
import { TipRepository } from './tips/tip.repository.js';
import { TipsController } from './tips/tips.controller.js';

const TIPS = [TipRepository, SendTip, SettleTips, SettleTipsLater, TellOfTip, ForgetTips];
const MEMBERSHIPS = [MembershipRepository, FollowMembership, ExpireMemberships, TellOfMembership];
const BADGES = [BadgeRepository, KeepBadges];
const STICKERS = [StickerRepository, KeepStickers];
const BROADCASTS = [
  BroadcastRepository,
  RunBroadcast,
  TellOfBroadcast,
  FollowersThere,
  EndLeftBroadcasts,
  AwaitHost,
  EndOwnBroadcast,
  BroadcastStreams,
];

export const LIFE: Part = {
  imports: [PaymentsModule],
  controllers: [
    TipsController,
    MembershipsController,
    BadgesController,
    StickersController,
    BroadcastsController,
    ArtworkController,
  ],
  providers: [
    ...TIPS,
    ...MEMBERSHIPS,
    ...BADGES,
    ...STICKERS,
    ...BROADCASTS,
    KeepRoomCategories,
    LifeSection,
  ],
  exports: [...BADGES, ...STICKERS, KeepRoomCategories],
  entities: [Tip, Membership, Badge, UserBadge, StickerPack, Sticker, Broadcast, BroadcastViewer],
  migrations: [Life1790000012300],
};
