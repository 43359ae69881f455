import { Injectable } from '@nestjs/common';
import { ExportSection } from '../../account/exports/export-section.js';
import { InvitationRepository } from './invitations/invitation.repository.js';
import { MemberRepository } from './members/member.repository.js';
import { MessageRepository } from './messages/message.repository.js';
import { ReactionRepository } from './messages/reaction.repository.js';
import { ModerationRepository } from './moderation/moderation.repository.js';

@Injectable()
export class RoomsSection extends ExportSection {
  readonly section = 'rooms';

  constructor(
    private readonly members: MemberRepository,
    private readonly messages: MessageRepository,
    private readonly reactions: ReactionRepository,
    private readonly invitations: InvitationRepository,
    private readonly moderation: ModerationRepository,
  ) {
    super();
  }

  async rows(userId: string): Promise<unknown> {
    return {
      memberships: await this.members.forExport(userId),
      messages: await this.messages.forExport(userId),
      reactions: await this.reactions.forExport(userId),
      invitations: await this.invitations.forExport(userId),
      moderation: await this.moderation.forExport(userId),
    };
  }
}
