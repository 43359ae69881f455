import { JobsService } from '../../../jobs/jobs.service.js';
import { Uuid } from '../../../platform/http/fields.js';
import { DropEventsJob } from '../../../web-events/days/drop-events.job.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { Link } from '../entities/link.entity.js';
import { LinkRepository } from '../links/link.repository.js';
import { CLICKS } from '../stats/link-clicks.js';
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
    private readonly dropEvents: DropEventsJob,
  ) {}

  async run({ target: { id, owner_id } }: Call<Input, Link>): Promise<MessageResult> {
    await this.ownerDays.subtract(owner_id, id);
    await this.links.delete({ id });
    await this.jobs.enqueue(this.dropEvents, { events: CLICKS.name, thing_id: id });
    return { message: 'Link deleted' };
  }
}
