import { IsBoolean, IsIn } from 'class-validator';
import { Nullable, WebAddress, Written } from '../../platform/http/fields.js';
import { CONSENTS } from './entities/pixel.entity.js';

export class PixelsSettings {
  /** For new pixels. */
  @IsIn(CONSENTS) default_consent: (typeof CONSENTS)[number] = 'required';
  /** Own pixels do not count requests with `DNT: 1` or `Sec-GPC: 1`. */
  @IsBoolean() respect_opt_out = true;
  /** On the bar that asks for consent. */
  @Written(1, 300) consent_text = 'This page uses advertising cookies.';
  /** The bar leads there, if it is given. */
  @Nullable() @WebAddress() privacy_url: string | null = null;
}
