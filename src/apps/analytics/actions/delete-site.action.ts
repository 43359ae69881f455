import { JobsService } from '../../../jobs/jobs.service.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { DropEventsJob } from '../../../web-events/days/drop-events.job.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { DROP_AFTER_SECONDS, SITE_EVENTS } from '../days/site-events.js';
import { Site } from '../entities/site.entity.js';
import { SiteLookupService } from '../recording/site-lookup.service.js';
import { Domain } from '../sites/site.inputs.js';
import { SiteRepository } from '../sites/site.repository.js';

class Input {
  @Uuid() site_id!: string;
  /** That of the site, so that nobody deletes another one by mistake. */
  @Domain() domain!: string;
}

@Action('delete-site', {
  access: 'owner',
  target: { entity: Site, by: 'site_id' },
  changes: true,
  description: 'Deletes a site with its figures for good.',
  input: Input,
  result: MessageResult,
  refuses: { 400: ['Domain does not match'] },
})
export class DeleteSite {
  constructor(
    private readonly sites: SiteRepository,
    private readonly lookup: SiteLookupService,
    private readonly jobs: JobsService,
    private readonly dropEvents: DropEventsJob,
  ) {}

  async run({ input: { domain }, target: site }: Call<Input, Site>): Promise<MessageResult> {
    if (domain.trim().toLowerCase() !== site.domain) throw new Refusal(400, 'Domain does not match');
    await this.sites.delete({ id: site.id });
    this.lookup.forget(site.site_key);
    await this.jobs.enqueue(this.dropEvents, { events: SITE_EVENTS.name, thing_id: site.id }, DROP_AFTER_SECONDS);
    return { message: 'Site deleted' };
  }
}
