import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsNumber, Max, Min } from 'class-validator';
import { Chars, Email, ListOf, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { FIELD_TYPES, type FieldType, SIGNER_ROLES, type SignerRole } from '../entities/signer.entity.js';

const LEAST_SIDE = 0.001;
const MOST_TEXT = 2000;
const MOST_FIELDS = 200;

export class FieldInput {
  /** The place of the document in `document_ids`, from 0. */
  @IsInt() @Min(0) @Max(9) document!: number;
  @IsIn(FIELD_TYPES) type!: FieldType;
  /** From 1. */
  @IsInt() @Min(1) @Max(500) page!: number;
  /** Fractions of the page as it is shown, from its upper left corner. */
  @IsNumber() @Min(0) @Max(1) x!: number;
  @IsNumber() @Min(0) @Max(1) y!: number;
  @IsNumber() @Min(LEAST_SIDE) @Max(1) width!: number;
  @IsNumber() @Min(LEAST_SIDE) @Max(1) height!: number;
  /** True if it is not given. */
  @Optional() @IsBoolean() required?: boolean;
  @Optional() @Written(1, 100) label?: string;
  /** Of a text; 200 if it is not given. */
  @Optional() @IsInt() @Min(1) @Max(MOST_TEXT) max_length?: number;
}

export class SignerInput {
  @Written(1, 100) name!: string;
  /** Only this user, signed in, may sign. Without it, everybody with the link may. */
  @Optional() @Uuid() user_id?: string;
  /** Noted for the sender. It is not looked up, and nothing is sent to it. */
  @Optional() @Email() email?: string;
  @Optional() @IsIn(SIGNER_ROLES) role?: SignerRole;
  /** Those with the same position act in any order. 1 if it is not given. */
  @Optional() @IsInt() @Min(1) @Max(20) position?: number;
  @Optional() @Chars(6, 32) access_code?: string;
  @Optional() @IsArray() @ArrayMaxSize(MOST_FIELDS) @ListOf(() => FieldInput) fields?: FieldInput[];
}

export class CorrectionInput {
  @Uuid() signer_id!: string;
  @Optional() @Written(1, 100) name?: string;
  @Optional() @Email() email?: string;
  @Optional() @Uuid() user_id?: string;
  @Optional() @Chars(6, 32) access_code?: string;
}
