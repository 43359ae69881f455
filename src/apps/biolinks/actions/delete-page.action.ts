import { JobsService } from '../../../jobs/jobs.service.js';
import { Uuid } from '../../../platform/http/fields.js';
import { DropEventsJob } from '../../../web-events/days/drop-events.job.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { BioPage, PAGE } from '../entities/page.entity.js';
import { PageRepository } from '../pages/page.repository.js';
import { EVENTS } from '../stats/page-events.js';

class Input {
  @Uuid() page_id!: string;
}

@Action('delete-page', {
  access: 'owner',
  target: PAGE,
  changes: true,
  description: 'Deletes a page with its blocks, contacts and figures. For 90 days only its owner can take the handle.',
  input: Input,
  result: MessageResult,
})
export class DeletePage {
  constructor(
    private readonly pages: PageRepository,
    private readonly jobs: JobsService,
    private readonly dropEvents: DropEventsJob,
  ) {}

  /** A trigger keeps the handle. */
  async run({ target: { id } }: Call<Input, BioPage>): Promise<MessageResult> {
    await this.pages.delete({ id });
    await this.jobs.enqueue(this.dropEvents, { events: EVENTS.name, thing_id: id });
    return { message: 'Page deleted' };
  }
}
