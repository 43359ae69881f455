import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Chars, ListOf, Nested, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { type Point, SIGNATURE_KINDS, type StoredSignature } from '../entities/signer.entity.js';
import { VisitFields } from './visit.inputs.js';

const MOST_LINES = 200;
const MOST_POINTS = 5000;

const isFraction = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;
const isPoint = (value: unknown) => Array.isArray(value) && value.length === 2 && value.every(isFraction);
const isStrokes = (value: unknown) =>
  Array.isArray(value) &&
  value.length <= MOST_LINES &&
  value.every((line) => Array.isArray(line) && line.every(isPoint)) &&
  value.reduce((sum: number, line: unknown[]) => sum + line.length, 0) <= MOST_POINTS;

const Strokes = () =>
  applyDecorators(
    ValidateBy({
      name: 'strokes',
      validator: {
        validate: isStrokes,
        defaultMessage: () =>
          `$property must be at most ${MOST_LINES} lists of points [x, y] from 0 to 1, at most ${MOST_POINTS} points together`,
      },
    }),
    JSONSchema(() => ({
      type: 'array',
      maxItems: MOST_LINES,
      items: {
        type: 'array',
        items: { type: 'array', minItems: 2, maxItems: 2, items: { type: 'number', minimum: 0, maximum: 1 } },
      },
    })),
  );

export class SignatureInput {
  @IsIn(SIGNATURE_KINDS) kind!: StoredSignature['kind'];
  /** Of a typed one. */
  @Optional() @Written(1, 100) text?: string;
  /** Of a drawn one: lines of points `[x, y]`, fractions of the box from its upper left corner. */
  @Optional() @Strokes() strokes?: Point[][];
  /** Those of the name if they are not given. */
  @Optional() @Written(1, 8) initials?: string;
}

export class FieldValue {
  @Uuid() field_id!: string;
  /** Of a checkbox `true` or `false`. */
  @Written(0, 2000) value!: string;
}

export class ResponseInput extends VisitFields {
  @IsIn(['sign', 'decline']) decision!: 'sign' | 'decline';
  /** As `open-envelope` gave it. */
  @Chars(1, 100) content_hash!: string;
  /** Must be true to sign. */
  @Optional() @IsBoolean() consent?: boolean;
  @Optional() @Nested(() => SignatureInput) signature?: SignatureInput;
  @Optional() @IsArray() @ArrayMaxSize(200) @ListOf(() => FieldValue) fields?: FieldValue[];
  /** Needed to decline. */
  @Optional() @Written(1, 500) reason?: string;
}
