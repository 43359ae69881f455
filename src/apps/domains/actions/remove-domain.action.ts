import { randomBytes } from 'node:crypto';
import { IsBoolean } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppServices } from '../../contracts/app-services.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { DomainRepository } from '../domain.repository.js';
import { expectThere } from '../domain.policy.js';
import { type Domain, DOMAIN } from '../entities/domain.entity.js';
import { UNMAPPED } from '../mapping/mapping.policy.js';
import { ServedHostsService } from '../hosts/served-hosts.service.js';

class Input {
  @Uuid() domain_id!: string;
  /** Also if short links are on the domain: they answer 404 until it is added and proved again. */
  @Optional() @IsBoolean() force?: boolean;
}

@Action('remove-domain', {
  access: 'owner',
  target: DOMAIN,
  changes: true,
  description: 'Stops serving a host at once, and frees it for others.',
  input: Input,
  result: MessageResult,
  refuses: { 409: ['Domain has <n> short links; pass force to remove it'] },
})
export class RemoveDomain {
  constructor(
    private readonly domains: DomainRepository,
    private readonly services: AppServices,
    private readonly hosts: ServedHostsService,
  ) {}

  async run({ input, target: domain }: Call<Input, Domain>): Promise<MessageResult> {
    const { id, host } = domain;
    expectThere(domain);
    const links = input.force ? 0 : ((await this.services.of('shortlinks')?.countOn(id)) ?? 0);
    if (links) throw new Refusal(409, `Domain has ${links} short links; pass force to remove it`);
    const ended = { status: 'removed', next_check_at: null, bad_since: null, updated_at: NOW } as const;
    // Another token, so that the record that is still in DNS proves nothing any more.
    await this.domains.updateOne({ id }, { ...ended, ...UNMAPPED, token: randomBytes(16).toString('hex') });
    this.hosts.forget(host);
    return { message: 'Domain removed' };
  }
}
