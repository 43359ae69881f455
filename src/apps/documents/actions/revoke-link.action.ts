import { Uuid } from '../../../platform/http/fields.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { linkView, LinkView } from '../documents.views.js';
import type { Link } from '../entities/sharing.entity.js';
import { OWN_LINK } from '../entities/targets.js';
import { actorOf } from '../items/item-access.service.js';
import { LinksService } from '../sharing/links.service.js';

class Input {
  @Uuid() link_id!: string;
}

class Result extends answerWith('link', () => LinkView) {}

@Action('revoke-link', {
  access: 'owner',
  target: OWN_LINK,
  changes: true,
  description: 'Stops a link at once.',
  input: Input,
  result: Result,
})
export class RevokeLink {
  constructor(private readonly links: LinksService) {}

  async run({ caller, target }: Call<Input, Link>): Promise<Result> {
    return { link: linkView(await this.links.revoke(actorOf(caller), target)) };
  }
}
