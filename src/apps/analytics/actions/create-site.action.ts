import { IsString } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional } from '../../../platform/http/fields.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call, type EarlyCall } from '../../kernel/calls/action.js';
import { AnalyticsSettings } from '../analytics.settings.js';
import { extraHosts, siteDomain } from '../sites/hosts.js';
import { Domain, ExtraHosts, SiteName, Zone } from '../sites/site.inputs.js';
import { SiteRepository, TAKEN } from '../sites/site.repository.js';
import { SiteView } from '../sites/site.views.js';
import { SitesService } from '../sites/sites.service.js';

class Input {
  @SiteName() name!: string;
  @Domain() domain!: string;
  @Optional() @Zone() timezone?: string;
  @Optional() @ExtraHosts() extra_hosts?: string[];
}

class Result extends answerWith('site', () => SiteView) {
  @IsString() snippet!: string;
}

@Action('create-site', {
  access: 'authenticated',
  changes: true,
  about: 'site',
  description: 'Makes a site, and the script tag to paste into its pages.',
  input: Input,
  result: Result,
  refuses: { 400: ['Invalid domain', 'Invalid timezone'], 409: [TAKEN, 'Site limit reached'] },
})
export class CreateSite {
  constructor(
    private readonly sites: SiteRepository,
    private readonly shown: SitesService,
    private readonly settings: AppSettings,
  ) {}

  async prepare({ input: { timezone } }: EarlyCall<Input>): Promise<void> {
    if (timezone !== undefined) await this.sites.expectZone(timezone);
  }

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { name, timezone = (await this.settings.of(AnalyticsSettings, caller.id)).default_timezone } = input;
    const domain = siteDomain(input.domain);
    const extra_hosts = extraHosts(input.extra_hosts ?? []);
    const site = await this.sites.make(caller.id, { name, domain, timezone, extra_hosts });
    return { site: await this.shown.show(site), snippet: this.shown.snippet(site) };
  }
}
