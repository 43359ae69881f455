import { IsBoolean } from 'class-validator';
import { Nested } from '../../../platform/http/input/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Outside } from '../../kernel/calls/outside.js';
import { type Draft, DraftLinks } from '../links/draft-links.js';
import { LinkRepository } from '../links/link.repository.js';
import { MakeLinks, type Outcome } from '../links/make-links.js';
import { NewLink } from '../link.inputs.js';
import { CONFLICTS, WRONG } from '../refusals.js';
import { ShortlinksPresenter } from '../shortlinks.presenter.js';
import { LinkView } from '../shortlinks.views.js';

class Result {
  @Nested(() => LinkView) link!: LinkView;
  /** It was there already. */
  @IsBoolean() existing!: boolean;
}

@Action('create-link', {
  access: 'authenticated',
  changes: true,
  about: 'link',
  outside: true,
  description: 'Makes a short link.',
  input: NewLink,
  result: Result,
  refuses: { 400: WRONG, 404: ['Domain not found'], 409: [...CONFLICTS, 'Link limit reached'] },
})
export class CreateLink {
  constructor(
    private readonly drafts: DraftLinks,
    private readonly make: MakeLinks,
    private readonly links: LinkRepository,
    private readonly presenter: ShortlinksPresenter,
  ) {}

  async run({ input, caller, operationId }: Call<NewLink>): Promise<Result | Outside> {
    const [draft] = (await this.drafts.of(caller.id, [input])) as [Draft | Refusal];
    if (draft instanceof Refusal) throw draft;
    if (draft.password === null) return this.made(caller.id, draft, operationId);
    return Outside.first({
      ask: () => this.drafts.hashed(draft),
      done: (hashed) => this.made(caller.id, hashed, operationId),
      undo: () => Promise.resolve(),
    });
  }

  private async made(ownerId: string, draft: Draft, operationId: string): Promise<Result> {
    const [made] = (await this.make.of(ownerId, [draft], operationId)) as [Outcome];
    if ('error' in made) throw new Refusal(409, made.error);
    const [row] = await this.links.shown([made.id]);
    return { link: await this.presenter.link(row as NonNullable<typeof row>), existing: made.existing };
  }
}
