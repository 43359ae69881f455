import { Uuid } from '../../../platform/http/fields.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { LinkPasswordsService } from '../../kernel/secrets/link-passwords.service.js';
import { linkView, LinkView } from '../documents.views.js';
import type { Item } from '../entities/item.entity.js';
import { OWN_ITEM } from '../entities/targets.js';
import { IN_TRASH } from '../items/item-access.service.js';
import { LinkWishes } from '../sharing/link.inputs.js';
import { LinksService } from '../sharing/links.service.js';
import { EXPIRY_IN_PAST } from '../sharing/refusals.js';

class Input extends LinkWishes {
  @Uuid() item_id!: string;
}

class Result extends answerWith('link', () => LinkView) {}

type Hash = string | undefined;

@Action('create-link', {
  access: 'owner',
  target: OWN_ITEM,
  changes: true,
  description: 'Makes an address of an item for people without an account. It is shown this once.',
  input: Input,
  result: Result,
  refuses: { 400: [EXPIRY_IN_PAST, 'Password required'], 409: ['Link limit reached', IN_TRASH] },
})
export class CreateLink {
  constructor(
    private readonly links: LinksService,
    private readonly passwords: LinkPasswordsService,
  ) {}

  async prepare({ input }: Preparation<Input, Item>): Promise<Hash> {
    return input.password ? this.passwords.hash(input.password) : undefined;
  }

  async run({ input, caller, target, prepared: hash }: Call<Input, Item, undefined, Hash>): Promise<Result> {
    const { link, url } = await this.links.create({ id: caller.id, caller }, target, input, hash);
    return { link: linkView(link, url) };
  }
}
