import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Optional, Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import type { PixelTarget } from '../../contracts/pixels.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { TARGET_APPS } from '../entities/attachment.entity.js';
import { type Pixel, STATUSES } from '../entities/pixel.entity.js';
import { PROVIDERS, type Provider } from '../networks/networks.js';
import { PixelAddressesService } from '../pixels/pixel-addresses.service.js';
import { PixelRepository } from '../pixels/pixel.repository.js';
import { PixelView } from '../pixels.views.js';

class Input extends Page {
  @Optional() @IsIn(PROVIDERS) provider?: Provider;
  @Optional() @IsIn(STATUSES) status?: Pixel['status'];
  /** With `target_id`: those that are attached to this target. */
  @Optional() @IsIn(TARGET_APPS) target_app?: PixelTarget;
  @Optional() @Uuid() target_id?: string;
}

class Result extends pageOf('pixels', () => PixelView) {}

@Action('list-pixels', {
  access: 'authenticated',
  description: 'The own pixels with their figures, or those of them that are attached to one target.',
  input: Input,
  result: Result,
  refuses: { 400: ['Give both target_app and target_id'] },
})
export class ListPixels {
  constructor(
    private readonly pixels: PixelRepository,
    private readonly addresses: PixelAddressesService,
  ) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { provider, status, target_app, target_id } = input;
    if ((target_app === undefined) !== (target_id === undefined))
      throw new Refusal(400, 'Give both target_app and target_id');
    const target: [string, string] | undefined = target_app && target_id ? [target_app, target_id] : undefined;
    const { rows, next_cursor } = await this.pixels.list(caller.id, { provider, status, target }, pageQuery(input));
    return { pixels: rows.map((row) => this.addresses.present(row)), next_cursor };
  }
}
