import { IsBoolean } from 'class-validator';
import { JobsService } from '../../../jobs/jobs.service.js';
import type { Values } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { Site } from '../entities/site.entity.js';
import { CountGoalsJob } from '../jobs/count-goals.job.js';
import { SiteLookupService } from '../recording/site-lookup.service.js';
import { GoalSettingsService } from '../sites/goal-settings.service.js';
import { extraHosts, siteDomain } from '../sites/hosts.js';
import { pathPattern } from '../sites/paths.js';
import {
  Domain,
  ExcludedPaths,
  ExtraHosts,
  type FunnelInput,
  Funnels,
  type GoalInput,
  Goals,
  SiteName,
  Status,
  Zone,
} from '../sites/site.inputs.js';
import { drawShareToken, SiteRepository, TAKEN } from '../sites/site.repository.js';
import { SiteView } from '../sites/site.views.js';
import { SitesService } from '../sites/sites.service.js';

class Input {
  @Uuid() site_id!: string;
  @Optional() @SiteName() name?: string;
  @Optional() @Domain() domain?: string;
  @Optional() @Zone() timezone?: string;
  @Optional() @ExtraHosts() extra_hosts?: string[];
  @Optional() @ExcludedPaths() excluded_paths?: string[];
  @Optional() @Status() status?: Status;
  @Optional() @IsBoolean() shared?: boolean;
  @Optional() @Goals() goals?: GoalInput[];
  @Optional() @Funnels() funnels?: FunnelInput[];
}

class Result extends answerWith('site', () => SiteView) {}

@Action('update-site', {
  access: 'owner',
  target: { entity: Site, by: 'site_id' },
  changes: true,
  description: 'Changes a site, its goals and its funnels. A new time zone counts from its next midnight on.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Invalid domain', 'Invalid timezone', 'Duplicate goal key: <key>', 'Unknown goal in funnel: <key>'],
    409: [TAKEN],
  },
})
export class UpdateSite {
  constructor(
    private readonly sites: SiteRepository,
    private readonly goals: GoalSettingsService,
    private readonly shown: SitesService,
    private readonly lookup: SiteLookupService,
    private readonly jobs: JobsService,
    private readonly countGoals: CountGoalsJob,
  ) {}

  async prepare({ input: { timezone } }: Preparation<Input, Site>): Promise<void> {
    if (timezone !== undefined) await this.sites.expectZone(timezone);
  }

  async run({ input, target: site }: Call<Input, Site>): Promise<Result> {
    const { timezone, goals, funnels } = input;
    await this.sites.change(site.id, changesOf(input, site));
    if (timezone !== undefined && timezone !== site.timezone) await this.sites.changeZone(site.id, timezone);
    const anew = await this.goals.set(site.id, { goals, funnels });
    if (anew.length) await this.jobs.enqueue(this.countGoals, { site_id: site.id, goal_ids: anew });
    this.lookup.forget(site.site_key);
    return { site: await this.shown.show(await this.sites.the({ id: site.id }, 'Site')) };
  }
}

function changesOf(input: Input, site: Site): Values<Site> {
  const { name, domain, extra_hosts, excluded_paths, status, shared } = input;
  return {
    name,
    domain: domain === undefined ? undefined : siteDomain(domain),
    extra_hosts: extra_hosts && extraHosts(extra_hosts),
    excluded_paths: excluded_paths && [...new Set(excluded_paths.map(pathPattern))],
    status,
    ...(shared !== undefined && { share_token: shared ? (site.share_token ?? drawShareToken()) : null }),
  };
}
