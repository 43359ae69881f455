import { IsBoolean, Matches } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AffiliateNotificationsService } from '../affiliate-notifications.service.js';
import { type Program, PROGRAM } from '../entities/program.entity.js';
import { PartnershipView, presentAffiliate } from '../partners/affiliate.views.js';
import { JoiningService } from '../partners/joining.service.js';
import { PartnerLinksService } from '../partners/partner-links.service.js';

class Input {
  @Uuid() program_id!: string;
  @Optional() @Chars(3, 32) @Matches(/^[a-z0-9-]+$/) code?: string;
  @Optional() @Written(0, 2000) application?: string;
  @IsBoolean() accept_terms!: boolean;
}

class Result extends answerWith('partnership', () => PartnershipView) {}

@Action('join-program', {
  access: 'authenticated',
  target: PROGRAM,
  changes: true,
  description: 'Makes the caller an affiliate of a program, at once or when its merchant approves.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Accept the terms first'],
    409: [
      'You cannot join your own program',
      'You already joined this program',
      'You can apply again on {date}',
      'Program is not open',
      'Program is full',
      'This code is taken',
    ],
  },
})
export class JoinProgram {
  constructor(
    private readonly joining: JoiningService,
    private readonly notifications: AffiliateNotificationsService,
    private readonly links: PartnerLinksService,
  ) {}

  async run({ input, target: program, caller }: Call<Input, Program>): Promise<Result> {
    const { code, application, accept_terms } = input;
    if (!accept_terms) throw new Refusal(400, 'Accept the terms first');
    const affiliate = await this.joining.join(program, caller.id, { code, application });
    await this.notifications.notifyApplication(program, affiliate);
    return { partnership: { ...presentAffiliate(affiliate, program.currency), link: this.links.of(affiliate.code) } };
  }
}
