import { IsInt, Matches, Min } from 'class-validator';
import { Chars } from '../../../platform/http/input/fields.js';

const TYPE = /^[a-z]+\/[a-z0-9][a-z0-9!#$&^_.+-]{0,99}$/i;

/** What is told of a file before its bytes come. */
export class NewFile {
  @Chars(1, 200) name!: string;
  /** How much is too large, the assignment says. */
  @IsInt() @Min(1) size_bytes!: number;
  @Matches(TYPE) content_type!: string;
}
