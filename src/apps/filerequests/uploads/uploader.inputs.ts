import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';

/** Who uploads to which request: exactly one of `code`, `token` and `request_id`. */
export class UploaderFields {
  /** Of the address that anybody has. */
  @Optional() @Chars(1, 64) code?: string;
  /** Of a personal link. */
  @Optional() @Chars(1, 64) token?: string;
  /** By a recipient who is signed in. */
  @Optional() @Uuid() request_id?: string;
  @Optional() @Chars(1, 128) password?: string;
  /** Ties an uploader without an account to what they have sent by `code`. */
  @Optional() @Chars(1, 64) receipt?: string;
}
