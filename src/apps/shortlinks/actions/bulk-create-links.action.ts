import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsInt, IsString } from 'class-validator';
import { ListOf, Optional } from '../../../platform/http/input/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Outside } from '../../kernel/calls/outside.js';
import { type Draft, DraftLinks } from '../links/draft-links.js';
import { LinkRepository } from '../links/link.repository.js';
import { MakeLinks, type Outcome } from '../links/make-links.js';
import { NewLink } from '../link.inputs.js';
import { ShortlinksPresenter } from '../shortlinks.presenter.js';
import { LinkView } from '../shortlinks.views.js';

class Input {
  @IsArray() @ArrayMinSize(1) @ArrayMaxSize(500) @ListOf(() => NewLink) links!: NewLink[];
  @Optional() @IsBoolean() all_or_nothing?: boolean;
}

class LinkFault {
  @IsInt() index!: number;
  @IsString() error!: string;
}

class Result {
  @ListOf(() => LinkView) links!: LinkView[];
  @ListOf(() => LinkFault) errors!: LinkFault[];
}

@Action('bulk-create-links', {
  access: 'authenticated',
  changes: true,
  about: { link: 'links' },
  outside: true,
  description: 'Makes up to 500 links, and tells which could not be made.',
  input: Input,
  result: Result,
  refuses: { 400: ['Nothing was created'] },
})
export class BulkCreateLinks {
  constructor(
    private readonly drafts: DraftLinks,
    private readonly make: MakeLinks,
    private readonly links: LinkRepository,
    private readonly presenter: ShortlinksPresenter,
  ) {}

  async run({ input, caller, operationId }: Call<Input>): Promise<Result | Outside> {
    const drafts = await this.drafts.of(caller.id, input.links);
    const errors = drafts.flatMap((draft, index) => ('values' in draft ? [] : [{ index, error: draft.message }]));
    refuseAny(input, errors);
    const good = drafts.filter((draft): draft is Draft => 'values' in draft);
    const made = async (hashed: Draft[]) => {
      const outcomes = (await this.make.of(caller.id, hashed, operationId)).values();
      const all = drafts.map((draft) => ('values' in draft ? outcomes.next().value : { error: draft.message }));
      return this.result(input, all as Outcome[]);
    };
    if (good.every(({ password }) => password === null)) return made(good);
    return Outside.first({
      ask: () => this.drafts.hashedMany(caller.id, good),
      done: made,
      undo: () => Promise.resolve(),
    });
  }

  private async result(input: Input, outcomes: Outcome[]): Promise<Result> {
    const errors = outcomes.flatMap((one, index) => ('error' in one ? [{ index, error: one.error }] : []));
    refuseAny(input, errors);
    const ids = outcomes.flatMap((one) => ('id' in one ? [one.id] : []));
    return { links: await this.presenter.links(await this.links.shown(ids)), errors };
  }
}

function refuseAny({ all_or_nothing }: Input, errors: LinkFault[]): void {
  if (all_or_nothing && errors.length) throw new Refusal(400, 'Nothing was created', { details: errors });
}
