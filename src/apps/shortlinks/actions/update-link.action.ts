import { IsBoolean, IsIn } from 'class-validator';
import { Nested, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Outside } from '../../kernel/calls/outside.js';
import { Link, STATUSES } from '../entities/link.entity.js';
import { ChangeLink } from '../links/change-link.js';
import { LinkPasswords } from '../links/link-passwords.js';
import { LinkRepository } from '../links/link.repository.js';
import { ChangedLink } from '../link.inputs.js';
import { CONFLICTS, WRONG } from '../refusals.js';
import { ShortlinksPresenter } from '../shortlinks.presenter.js';
import { LinkView } from '../shortlinks.views.js';

class Input extends ChangedLink {
  @Uuid() link_id!: string;
  @Optional() @IsIn(STATUSES) status?: (typeof STATUSES)[number];
  @Optional() @IsBoolean() reset_clicks_used?: boolean;
}

class Result {
  @Nested(() => LinkView) link!: LinkView;
}

@Action('update-link', {
  access: 'owner',
  target: { entity: Link, by: 'link_id' },
  changes: true,
  outside: true,
  description: 'Changes what is given; null clears. The old slug of a link that gets another answers 410.',
  input: Input,
  result: Result,
  refuses: { 400: WRONG, 404: ['Domain not found'], 409: [...CONFLICTS, 'Link is blocked'] },
})
export class UpdateLink {
  constructor(
    private readonly change: ChangeLink,
    private readonly passwords: LinkPasswords,
    private readonly links: LinkRepository,
    private readonly presenter: ShortlinksPresenter,
  ) {}

  async run({ input, caller, target: { id } }: Call<Input, Link>): Promise<Result | Outside> {
    const { password } = input;
    const changed = async (hash: string | null | undefined) => {
      await this.change.of(id, input, caller, hash);
      const [row] = await this.links.shown([id]);
      return { link: await this.presenter.link(row as NonNullable<typeof row>) };
    };
    if (typeof password !== 'string') return changed(password);
    return Outside.first({
      ask: () => this.passwords.hash(password),
      done: changed,
      undo: () => Promise.resolve(),
    });
  }
}
