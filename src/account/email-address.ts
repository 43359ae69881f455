import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsString, MaxLength } from 'class-validator';
import { normalEmail } from '../platform/config/credentials.js';
import { Email } from '../platform/http/input/fields.js';

/** An address as a person types it, compared and kept trimmed and in lower case. */
export const EmailAddress = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normalEmail(value) : value)),
    Email(),
    MaxLength(254),
  );

/** For signing in, where an address of the wrong form is no fault of its own but simply unknown. */
export const EmailText = () =>
  applyDecorators(
    Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? normalEmail(value) : value)),
    IsString(),
  );
