import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, MaxLength } from 'class-validator';
import { normalEmail } from '../platform/config/credentials.js';
import { Email } from '../platform/http/fields.js';

const NormalEmail = () =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normalEmail(value) : value));

/** An e-mail address, trimmed and in lower case, as it is compared and stored. */
export const EmailAddress = () => applyDecorators(NormalEmail(), Email(), MaxLength(254));

/** For sign-in: an address of the wrong form answers like an unknown address, not with a validation error. */
export const EmailText = () => applyDecorators(NormalEmail(), IsString());
