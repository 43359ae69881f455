import { IsBoolean, IsIn, IsString } from 'class-validator';
import { Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { ShortAddressesService } from '../links/short-addresses.service.js';
import { NewLinkRepository, type SlugState } from '../links/new-link.repository.js';
import { slugFault, slugsLike } from '../links/slugs.js';
import { Slug } from '../link.inputs.js';
import { ShortlinksSettings } from '../shortlinks.settings.js';

const MOST = 3;
const REASONS = ['invalid', 'reserved', 'taken', 'retired'] as const;
type Reason = (typeof REASONS)[number];

class Input {
  @Slug() slug!: string;
  @Optional() @Nullable() @Uuid() domain_id?: string | null;
}

class Result {
  @IsBoolean() available!: boolean;
  @Optional() @IsIn(REASONS) reason?: Reason;
  /** Free ones, where this one is not. */
  @IsString({ each: true }) suggestions!: string[];
}

@Action('check-slug', {
  access: 'authenticated',
  description: 'Whether the caller could have a slug, and which others.',
  input: Input,
  result: Result,
  refuses: { 404: ['Domain not found'] },
})
export class CheckSlug {
  constructor(
    private readonly links: NewLinkRepository,
    private readonly addresses: ShortAddressesService,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { default_domain_id } = await this.settings.of(ShortlinksSettings, caller.id);
    const domainId = input.domain_id === undefined ? default_domain_id : input.domain_id;
    await this.addresses.checkKnown(caller.id, domainId);
    const slug = input.slug.toLowerCase();
    const others = slugsLike(slug, domainId !== null);
    const states = await this.links.slugStates(caller.id, domainId, [slug, ...others]);
    const reason = reasonOf(slug, domainId !== null, states.get(slug));
    if (!reason) return { available: true, suggestions: [] };
    const isFree = (one: string) => !states.get(one)?.taken && !states.get(one)?.retired;
    return { available: false, reason, suggestions: others.filter(isFree).slice(0, MOST) };
  }
}

function reasonOf(slug: string, isOnOwnDomain: boolean, state: SlugState | undefined): Reason | undefined {
  const fault = slugFault(slug, isOnOwnDomain);
  if (fault) return fault === 'Invalid slug' ? 'invalid' : 'reserved';
  if (state?.taken) return 'taken';
  return state?.retired ? 'retired' : undefined;
}
