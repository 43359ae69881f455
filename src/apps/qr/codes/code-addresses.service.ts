import { randomInt } from 'node:crypto';
import { Environment } from '../../../platform/config/environment.js';
import { Runtime } from '../../../platform/config/runtime.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Format } from '../qr.settings.js';
import type { ImageUrls } from '../qr.views.js';

const PUBLIC = '/v1/apps/qr/public/';
/** Nothing that is taken for something else when it is read or typed: no 0, o, 1, l, i. */
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';
const KEY_LENGTH = 8;

export const randomKey = () => Array.from({ length: KEY_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');

/** Where codes are: below the public address, or on a host of their own. */
@AppProvider()
export class CodeAddressesService {
  constructor(
    private readonly environment: Environment,
    private readonly runtime: Runtime,
  ) {}

  /** What a new dynamic code with this key holds. It is stored, so that a change of the hosts does not change it. */
  scanUrl(key: string): string {
    const { qrHost } = this.environment;
    return qrHost ? `https://${qrHost}/${key}` : `${this.runtime.publicUrl}${PUBLIC}${key}`;
  }

  imageUrls(key: string, format: Format): ImageUrls {
    const image = `${this.runtime.publicUrl}${PUBLIC}image/${key}`;
    const urls = { svg: `${image}.svg`, png: `${image}.png` };
    return { ...urls, default: urls[format] };
  }
}
