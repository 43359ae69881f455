import { IsIn } from 'class-validator';
import { Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { WebEventsService } from '../../../web-events/web-events.service.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { REASONS, type ReportReason } from '../entities/link-report.entity.js';
import { Slug } from '../link.inputs.js';
import { ReportRepository } from '../reports/report.repository.js';
import { VisitedLinkRepository } from '../visits/visited-link.repository.js';

class Input {
  @Slug() slug!: string;
  @Optional() @Nullable() @Uuid() domain_id?: string | null;
  @IsIn(REASONS) reason!: ReportReason;
  @Optional() @Nullable() @Written(0, 500) details?: string | null;
}

@Action('report-link', {
  access: 'public',
  notes: true,
  description: 'Says that a link does harm. The answer does not tell whether there is such a link.',
  input: Input,
  result: MessageResult,
})
export class ReportLink {
  constructor(
    private readonly links: VisitedLinkRepository,
    private readonly reports: ReportRepository,
    private readonly events: WebEventsService,
  ) {}

  async run({ input, visitor, caller }: PublicCall<Input>): Promise<MessageResult> {
    const { slug, domain_id = null, reason, details } = input;
    const link = await this.links.find(slug.toLowerCase(), domain_id);
    if (link) {
      // A signed-in caller is one reporter from everywhere. Others are told apart by network alone, because a caller
      // names any user agent that they like.
      const reporter = { ...visitor, address: caller?.id ?? visitor.address, userAgent: '' };
      const { visitor_hash } = await this.events.visit(reporter, { scope: link.id });
      await this.reports.add(link.id, { reporter_hash: visitor_hash, reason, details: details || null });
    }
    return { message: 'Thank you, the link will be reviewed' };
  }
}
