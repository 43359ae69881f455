import type { AttachedPixel, PixelsService as Exported, PixelTarget } from '../contracts/pixels.js';
import { AppProvider } from '../kernel/app-provider.js';
import { AttachmentRepository } from './attachments/attachment.repository.js';
import { hostsOf } from './networks/networks.js';
import { PixelsSettings } from './pixels.settings.js';

const DEFAULTS = new PixelsSettings();

/** The contract with other apps. */
@AppProvider()
export class PixelsService implements Exported {
  constructor(private readonly attachments: AttachmentRepository) {}

  async attachedTo(targetApp: PixelTarget, targetId: string): Promise<AttachedPixel[]> {
    const rows = await this.attachments.attachedTo(targetApp, targetId);
    return rows.map(({ consent_text, privacy_url, ...pixel }) =>
      pixel.consent === 'required'
        ? { ...pixel, bar: { text: consent_text ?? DEFAULTS.consent_text, privacy_url } }
        : pixel,
    );
  }

  hostsOf(providers: string[]): string[] {
    return hostsOf(providers);
  }
}
