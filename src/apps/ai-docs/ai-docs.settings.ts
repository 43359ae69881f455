import { IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { Chars, Nullable } from '../../platform/http/fields.js';
import { LENGTHS, type Length } from './ai-docs.inputs.js';
import { LANGUAGES } from './languages.js';

export class AiDocsSettings {
  /** False: nothing of this user is ever sent to the provider. */
  @IsBoolean() use_provider = true;
  /** Of new documents. */
  @IsIn(LANGUAGES) language = 'english';
  /** Of what is written and rewritten, unless it says so itself. */
  @Nullable() @Chars(1, 60) tone: string | null = null;
  @IsIn(LENGTHS) summary_length: Length = 'medium';
  /** Of new documents. */
  @IsBoolean() ai_allowed = true;
  /** After so many days the texts of runs are removed. */
  @IsInt() @Min(1) @Max(365) run_history_days = 90;
}
