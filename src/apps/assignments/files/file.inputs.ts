import { IsInt, Matches, Min } from 'class-validator';
import { Chars } from '../../../platform/http/input/fields.js';
import { CONTENT_TYPE } from '../../kernel/files/file-types.js';

/** What is told of a file before its bytes come. */
export class NewFile {
  @Chars(1, 200) name!: string;
  /** How much is too large, the assignment says. */
  @IsInt() @Min(1) size_bytes!: number;
  @Matches(CONTENT_TYPE) content_type!: string;
}
