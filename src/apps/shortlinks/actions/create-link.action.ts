import { IsBoolean } from 'class-validator';
import { Nested } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call, type Preparation } from '../../kernel/calls/action.js';
import { type Draft, LinkDraftsService } from '../links/link-drafts.service.js';
import { LinksService } from '../links/links.service.js';
import { LinkCreationService, type Outcome } from '../links/link-creation.service.js';
import { NewLink } from '../link.inputs.js';
import { CONFLICTS, WRONG } from '../refusals.js';
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
  description: 'Makes a short link.',
  input: NewLink,
  result: Result,
  refuses: { 400: WRONG, 404: ['Domain not found'], 409: [...CONFLICTS, 'Link limit reached'] },
})
export class CreateLink {
  constructor(
    private readonly drafts: LinkDraftsService,
    private readonly creation: LinkCreationService,
    private readonly links: LinksService,
  ) {}

  async prepare({ input, caller }: Preparation<NewLink>): Promise<Draft> {
    const [draft] = (await this.drafts.of(caller.id, [input])) as [Draft | Refusal];
    if (draft instanceof Refusal) throw draft;
    return this.drafts.hashed(draft);
  }

  async run({ caller, operationId, prepared }: Call<NewLink, undefined, undefined, Draft>): Promise<Result> {
    const [created] = (await this.creation.of(caller.id, [prepared], operationId)) as [Outcome];
    if ('error' in created) throw new Refusal(409, created.error);
    return { link: await this.links.show(created.id), existing: created.existing };
  }
}
