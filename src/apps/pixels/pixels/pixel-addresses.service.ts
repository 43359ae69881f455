import { Runtime } from '../../../platform/config/runtime.js';
import { notFound } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { EmbedView, PixelView } from '../pixels.views.js';
import { PixelRepository, type PixelRow } from './pixel.repository.js';

const MERGE_HINT =
  'Add ?e=open&r=REFERENCE to the address of the picture. The mail program replaces REFERENCE with the id of the message or ' +
  'the campaign: write its merge tag there, such as *|CAMPAIGN_UID|*. A reference has at most 64 letters, digits and ' +
  '_ . : - characters; an e-mail address is never stored.';

/** Pixels as answers show them, with the addresses of their pictures. */
@AppProvider()
export class PixelAddressesService {
  constructor(
    private readonly pixels: PixelRepository,
    private readonly runtime: Runtime,
  ) {}

  async show(id: string): Promise<PixelView> {
    const [row] = await this.pixels.shown([id]);
    if (!row) throw notFound('Pixel');
    return this.present(row);
  }

  present(row: PixelRow): PixelView {
    const { gif_url = null, html = null } = this.embed(row) ?? {};
    return { ...row, gif_url, html };
  }

  /** Null: a pixel of a network is attached, not embedded. */
  embed({ key }: Pick<PixelRow, 'key'>): EmbedView | null {
    if (key === null) return null;
    const gif_url = `${this.runtime.publicUrl}/v1/apps/pixels/public/${key}.gif`;
    // With the host of the page, which `allowed_hosts` needs, and without its path.
    const html = `<img src="${gif_url}" width="1" height="1" alt="" referrerpolicy="origin">`;
    return { gif_url, html, merge_hint: MERGE_HINT };
  }
}
