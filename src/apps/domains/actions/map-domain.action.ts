import { IsIn } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Chars, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DomainRepository } from '../domain.repository.js';
import { expectThere } from '../domain.policy.js';
import { DomainView, showDomain } from '../domain.views.js';
import { type Domain, DOMAIN, type TargetApp, TARGETS } from '../entities/domain.entity.js';
import { ServedHostsService } from '../hosts/served-hosts.service.js';
import { mappingFault, UNMAPPED } from '../mapping/mapping.policy.js';
import { MappingService } from '../mapping/mapping.service.js';

class Input {
  @Uuid() domain_id!: string;
  /** Null takes the mapping off. */
  @Nullable() @IsIn(TARGETS) target_app!: TargetApp | null;
  /** For biolinks and blog. */
  @Optional() @Nullable() @Uuid() target_id?: string | null;
  /** For a redirect; path and query of the request are appended if it ends with a slash. */
  @Optional() @Nullable() @Chars(1, 2048) redirect_url?: string | null;
  /** For short links: where `/` leads. */
  @Optional() @Nullable() @Chars(1, 2048) root_url?: string | null;
  /** For short links: where a link leads that does not exist. Left out, the setting `default_not_found_url` is used. */
  @Optional() @Nullable() @Chars(1, 2048) not_found_url?: string | null;
}

class Result extends answerWith('domain', () => DomainView) {}

@Action('map-domain', {
  access: 'owner',
  target: DOMAIN,
  changes: true,
  description: 'Says what a verified domain shows, in place of all that it has shown.',
  input: Input,
  result: Result,
  refuses: {
    400: [
      'target_id is required',
      'redirect_url is required',
      '<field> does not belong to this target',
      'Invalid URL',
      'URL scheme is not allowed',
      'Destination host is not allowed',
      'Destination is on the blacklist',
      'Redirect points back to this domain',
    ],
    404: ['Target not found'],
    409: ['Domain is not verified'],
  },
})
export class MapDomain {
  constructor(
    private readonly domains: DomainRepository,
    private readonly mappings: MappingService,
    private readonly hosts: ServedHostsService,
  ) {}

  async run({ input, target: domain }: Call<Input, Domain>): Promise<Result> {
    expectThere(domain);
    const { domain_id: id, ...given } = input;
    const fault = mappingFault(given);
    if (fault) throw new Refusal(400, fault);
    if (domain.status !== 'verified') throw new Refusal(409, 'Domain is not verified');
    const mapping =
      given.target_app === null ? UNMAPPED : { ...(await this.mappings.of(domain, given)), mapped_at: NOW };
    const mapped = (await this.domains.updateOne({ id }, { ...mapping, updated_at: NOW })) as Domain;
    this.hosts.forget(domain.host);
    return { domain: showDomain(mapped) };
  }
}
