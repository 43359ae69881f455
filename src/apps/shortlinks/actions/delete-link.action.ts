import { JobsService } from '../../../jobs/jobs.service.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { Link } from '../entities/link.entity.js';
import { ForgetClicks } from '../jobs/forget-clicks.job.js';
import { LinkRepository } from '../links/link.repository.js';
import { OwnerDayRepository } from '../stats/owner-day.repository.js';

class Input {
  @Uuid() link_id!: string;
}

@Action('delete-link', {
  access: 'owner',
  target: { entity: Link, by: 'link_id' },
  changes: true,
  description: 'Deletes a link and its figures for good. Nobody else can take its slug.',
  input: Input,
  result: MessageResult,
})
export class DeleteLink {
  constructor(
    private readonly links: LinkRepository,
    private readonly ownerDays: OwnerDayRepository,
    private readonly jobs: JobsService,
    private readonly forget: ForgetClicks,
  ) {}

  async run({ target: { id, owner_id } }: Call<Input, Link>): Promise<MessageResult> {
    await this.ownerDays.subtract(owner_id, id);
    await this.links.delete({ id });
    await this.jobs.enqueue(this.forget, { link_id: id });
    return { message: 'Link deleted' };
  }
}
