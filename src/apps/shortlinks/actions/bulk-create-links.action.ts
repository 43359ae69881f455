import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsInt, IsString } from 'class-validator';
import { ListOf, Optional } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { type Draft, LinkDraftsService } from '../links/link-drafts.service.js';
import { LinkCreationService, type Outcome } from '../links/link-creation.service.js';
import { NewLink } from '../link.inputs.js';
import { LinksService } from '../links/links.service.js';
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
  description: 'Makes up to 500 links, and tells which could not be made.',
  input: Input,
  result: Result,
  refuses: { 400: ['Nothing was created'] },
})
export class BulkCreateLinks {
  constructor(
    private readonly drafts: LinkDraftsService,
    private readonly creation: LinkCreationService,
    private readonly links: LinksService,
  ) {}

  /** The drafts with hashed passwords; a refusal in the place of a link that cannot be created. */
  async prepare({ input, caller }: Preparation<Input>): Promise<(Draft | Refusal)[]> {
    const drafts = await this.drafts.of(caller.id, input.links);
    refuseAny(input, faultsOf(drafts));
    return this.drafts.hashedMany(caller.id, drafts);
  }

  async run({ input, caller, operationId, prepared }: Call<Input, undefined, undefined, (Draft | Refusal)[]>) {
    const drafts = prepared.filter((draft) => 'values' in draft);
    const created = (await this.creation.of(caller.id, drafts, operationId)).values();
    const outcomes = prepared.map((draft) => ('values' in draft ? (created.next().value as Outcome) : draft));
    const errors = faultsOf(outcomes);
    refuseAny(input, errors);
    const ids = outcomes.flatMap((outcome) => ('id' in outcome ? [outcome.id] : []));
    return { links: await this.links.showAll(ids), errors };
  }
}

const faultsOf = (outcomes: (Draft | Refusal | Outcome)[]): LinkFault[] =>
  outcomes.flatMap((outcome, index) => {
    if (outcome instanceof Refusal) return [{ index, error: outcome.message }];
    return 'error' in outcome ? [{ index, error: outcome.error }] : [];
  });

function refuseAny({ all_or_nothing }: Input, errors: LinkFault[]): void {
  if (all_or_nothing && errors.length) throw new Refusal(400, 'Nothing was created', { details: errors });
}
