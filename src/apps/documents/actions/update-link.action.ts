import { IsBoolean } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { LinkPasswordsService } from '../../kernel/secrets/link-passwords.service.js';
import { linkView, LinkView } from '../documents.views.js';
import type { Link } from '../entities/sharing.entity.js';
import { OWN_LINK } from '../entities/targets.js';
import { LinkWishes } from '../sharing/link.inputs.js';
import { LinksService } from '../sharing/links.service.js';
import { EXPIRY_IN_PAST, LINK_IS_REVOKED } from '../sharing/refusals.js';

class Input extends LinkWishes {
  @Uuid() link_id!: string;
  /** True: another address, which is shown this once. The one before stops. */
  @Optional() @IsBoolean() renew?: boolean;
}

class Result extends answerWith('link', () => LinkView) {}

type Hash = string | null | undefined;

@Action('update-link', {
  access: 'owner',
  target: OWN_LINK,
  changes: true,
  description: 'Changes what a link allows, or gives it another address.',
  input: Input,
  result: Result,
  refuses: { 400: [EXPIRY_IN_PAST, 'Password required'], 409: [LINK_IS_REVOKED] },
})
export class UpdateLink {
  constructor(
    private readonly links: LinksService,
    private readonly passwords: LinkPasswordsService,
  ) {}

  async prepare({ input: { password } }: Preparation<Input, Link>): Promise<Hash> {
    return password ? this.passwords.hash(password) : password;
  }

  async run({ input, target, prepared }: Call<Input, Link, undefined, Hash>): Promise<Result> {
    const { link, url } = await this.links.change(target, input, prepared as Hash, input.renew);
    return { link: linkView(link, url) };
  }
}
