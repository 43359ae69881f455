import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';

/** Who opens an envelope. */
export class VisitFields {
  /** Of the link. */
  @Optional() @Chars(1, 100) token?: string;
  /** Of a signer by account, who is signed in. */
  @Optional() @Uuid() envelope_id?: string;
  @Optional() @Chars(1, 32) access_code?: string;
}
