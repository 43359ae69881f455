import { Nested, Uuid } from '../../../platform/http/input/fields.js';
import { notFound } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Link } from '../entities/link.entity.js';
import { LinkRepository } from '../links/link.repository.js';
import { ShortlinksPresenter } from '../shortlinks.presenter.js';
import { LinkDetails } from '../shortlinks.views.js';
import { LinkPixels } from '../visits/link-pixels.js';

class Input {
  @Uuid() link_id!: string;
}

class Result {
  @Nested(() => LinkDetails) link!: LinkDetails;
}

@Action('get-link', {
  access: 'owner',
  target: { entity: Link, by: 'link_id' },
  description: 'A link with its state, its clicks and the pixels that are attached to it.',
  input: Input,
  result: Result,
})
export class GetLink {
  constructor(
    private readonly links: LinkRepository,
    private readonly pixels: LinkPixels,
    private readonly presenter: ShortlinksPresenter,
  ) {}

  async run({ target: { id } }: Call<Input, Link>): Promise<Result> {
    const [[row], clicks_today, pixels] = await Promise.all([
      this.links.shown([id]),
      this.links.clicksToday(id),
      this.pixels.attachedTo(id),
    ]);
    if (!row) throw notFound('Link');
    const pixel_ids = pixels.map(({ pixel_id }) => pixel_id);
    return { link: { ...(await this.presenter.link(row)), clicks_today, pixel_ids } };
  }
}
