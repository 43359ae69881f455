import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsInt,
  IsObject,
  IsString,
  Max,
  Min,
  ValidateBy,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { answerWith } from '../../platform/http/answers.js';
import { ArrayUnique, Chars, Optional, Uuid } from '../../platform/http/fields.js';

export const QUESTION = 300;
export const OPTION = 100;
const FEWEST_OPTIONS = 2;
export const MOST_OPTIONS = 10;

const isOption = (text: unknown) => typeof text === 'string' && text !== '' && [...text].length <= OPTION;

export class PollInput {
  @Chars(1, QUESTION) question!: string;
  @IsArray()
  @ArrayMinSize(FEWEST_OPTIONS)
  @ArrayMaxSize(MOST_OPTIONS)
  @ArrayUnique()
  @ValidateBy(
    {
      name: 'chars',
      validator: { validate: isOption, defaultMessage: () => `each option must have 1 to ${OPTION} characters` },
    },
    { each: true },
  )
  @JSONSchema({ type: 'array', items: { type: 'string', minLength: 1, maxLength: OPTION } })
  options!: string[];
  @Optional() @IsBoolean() anonymous?: boolean;
}

export class VoteInput {
  @IsInt() @Min(0) @Max(MOST_OPTIONS - 1) option_index!: number;
}

export class PollView {
  @Uuid() id!: string;
  @Uuid() post_id!: string;
  @IsString() question!: string;
  @IsString({ each: true }) options!: string[];
  /**
   * The voters of each option, by its index: at most 1,000 each, in lists 100, the caller first. For an anonymous poll
   * only the caller.
   */
  @IsObject()
  @JSONSchema({ additionalProperties: { type: 'array', items: { type: 'string', format: 'uuid' } } })
  votes!: Record<string, string[]>;
  @IsObject()
  @JSONSchema({ additionalProperties: { type: 'integer' } })
  counts!: Record<string, number>;
  @IsBoolean() anonymous!: boolean;
}

export class PollAnswer extends answerWith('poll', () => PollView) {}
