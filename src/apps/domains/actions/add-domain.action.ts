import { randomBytes } from 'node:crypto';
import { NOW } from '../../../platform/database/entity.repository.js';
import { DestinationsService } from '../../../platform/http/destinations/destinations.service.js';
import { Chars, ListOf, Nested } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { RecordsService } from '../checks/records.service.js';
import { FIRST_PAUSE } from '../checks/schedule.policy.js';
import { DomainRepository } from '../domain.repository.js';
import { DomainView, RecordView, showDomain } from '../domain.views.js';
import type { Domain } from '../entities/domain.entity.js';
import { type Host, hostOf } from '../hosts/host.policy.js';
import { PlatformHostsService } from '../hosts/platform-hosts.service.js';

const MOST = 50;

class Input {
  /** A host, or an address on it. */
  @Chars(1, 2048) host!: string;
}

class Result {
  @Nested(() => DomainView) domain!: DomainView;
  @ListOf(() => RecordView) records!: RecordView[];
}

@Action('add-domain', {
  access: 'authenticated',
  changes: true,
  about: 'domain',
  description: 'Adds a host, and answers the DNS records that prove it and lead its traffic here.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Invalid host name', 'This host belongs to the platform', 'Domain is not allowed'],
    409: ['Domain already added', 'Domain limit reached'],
  },
})
export class AddDomain {
  constructor(
    private readonly domains: DomainRepository,
    private readonly destinations: DestinationsService,
    private readonly platformHosts: PlatformHostsService,
    private readonly records: RecordsService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const host = hostOf(input.host);
    if (!host) throw new Refusal(400, 'Invalid host name');
    if (this.platformHosts.includes(host.name)) throw new Refusal(400, 'This host belongs to the platform');
    if ((await this.destinations.findBlocked([host.name])).size) throw new Refusal(400, 'Domain is not allowed');
    await this.domains.lockOwner(caller.id);
    const domain = await this.add(caller.id, host);
    return { domain: showDomain(domain), records: this.records.of(domain) };
  }

  private async add(owner_id: string, { name: host, is_apex }: Host): Promise<Domain> {
    const known = await this.domains.findOne({ owner_id, host }, { lock: 'no key update' });
    if (known && known.status !== 'removed') throw new Refusal(409, 'Domain already added');
    if ((await this.domains.countOf(owner_id)) >= MOST) throw new Refusal(409, 'Domain limit reached');
    const token = randomBytes(16).toString('hex');
    const next_check_at = new Date(Date.now() + FIRST_PAUSE);
    if (!known) return this.domains.insert({ owner_id, host, is_apex, token, next_check_at });
    // As new, but with its id, by which its short links know it.
    const begun = { status: 'pending', token, is_apex, next_check_at, created_at: NOW, updated_at: NOW } as const;
    return (await this.domains.updateOne({ id: known.id }, { ...begun, ...UNCHECKED })) as Domain;
  }
}

const UNCHECKED = {
  routing: 'unknown',
  verified_at: null,
  last_checked_at: null,
  last_seen_on: null,
  bad_since: null,
  check_count: 0,
  last_problem: null,
} as const;
