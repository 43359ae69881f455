import { answerWith } from '../../../platform/http/answers.js';
import { Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Link } from '../entities/link.entity.js';
import { LinkRepository } from '../links/link.repository.js';
import { LinksService } from '../links/links.service.js';
import { LinkDetails } from '../shortlinks.views.js';
import { LinkPixelsService } from '../visits/link-pixels.service.js';

class Input {
  @Uuid() link_id!: string;
}

class Result extends answerWith('link', () => LinkDetails) {}

@Action('get-link', {
  access: 'owner',
  target: { entity: Link, by: 'link_id' },
  description: 'A link with its state, its clicks and the pixels that are attached to it.',
  input: Input,
  result: Result,
})
export class GetLink {
  constructor(
    private readonly repository: LinkRepository,
    private readonly pixels: LinkPixelsService,
    private readonly links: LinksService,
  ) {}

  async run({ target: { id } }: Call<Input, Link>): Promise<Result> {
    const [link, clicks_today, pixels] = await Promise.all([
      this.links.show(id),
      this.repository.clicksToday(id),
      this.pixels.attachedTo(id),
    ]);
    return { link: { ...link, clicks_today, pixel_ids: pixels.map(({ pixel_id }) => pixel_id) } };
  }
}
