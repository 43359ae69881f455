import { IsBoolean, IsString } from 'class-validator';
import { Chars, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { WebEventsService } from '../../../web-events/web-events.service.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { LinkPasswordsService } from '../../kernel/secrets/link-passwords.service.js';
import { Slug } from '../link.inputs.js';
import { CountVisitService } from '../visits/count-visit.service.js';
import { ledBy } from '../visits/led-by-rules.js';
import { VisitedLinkRepository } from '../visits/visited-link.repository.js';

class Input {
  @Slug() slug!: string;
  @Optional() @Nullable() @Uuid() domain_id?: string | null;
  @Chars(1, 128) password!: string;
}

class Result {
  @IsString() url!: string;
  /** True: others have reported the link, or its destination is known to do harm. Left out otherwise. */
  @Optional() @IsBoolean() warning?: boolean;
}

const tooMany = () => new Refusal(409, 'Too many attempts, try again later');
const ENDED = new Set(['expired', 'used_up']);

@Action('unlock-link', {
  access: 'public',
  description: 'Where a link with a password leads, for who knows it. Counts as a click.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Wrong password'],
    404: ['Link not found'],
    409: ['Link has expired', 'Too many attempts, try again later'],
  },
})
export class UnlockLink {
  constructor(
    private readonly links: VisitedLinkRepository,
    private readonly passwords: LinkPasswordsService,
    private readonly events: WebEventsService,
    private readonly count: CountVisitService,
  ) {}

  async run({ input, visitor }: PublicCall<Input>): Promise<Result> {
    const { slug, domain_id = null, password } = input;
    const link = await this.links.find(slug.toLowerCase(), domain_id);
    const hash = link?.password_hash;
    if (!link || !hash || !link.owner_is_active) throw notFound('Link');
    const hasEnded = ENDED.has(link.state);
    if (!hasEnded && link.state !== 'active') throw notFound('Link');
    if (hasEnded) throw new Refusal(409, 'Link has expired');
    const visit = await this.events.visit(visitor, { scope: link.id });
    const isRight = await this.passwords.isRight(password, { id: link.id, hash, visitor }, tooMany);
    if (!isRight) throw new Refusal(400, 'Wrong password');
    const { url, ruleIndex } = ledBy(link, visit);
    // Who knows the password is no program that only looks.
    const known = { ...visit, is_bot: false };
    if (!(await this.count.of(link, known, ruleIndex))) throw new Refusal(409, 'Link has expired');
    return { url, ...(link.warned_at && { warning: true }) };
  }
}
