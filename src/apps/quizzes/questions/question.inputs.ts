import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  Max,
  Min,
  ValidateBy,
  ValidateNested,
} from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { Cut } from '../../../platform/http/input/transforms.js';
import { Hundredths, ListOf, Nullable, Optional, Uuid, Words, Written } from '../../../platform/http/fields.js';
import { GRADINGS, QUESTION_TYPES, type QuestionType, type QuizQuestion } from '../entities/quiz.entity.js';

const LONGEST = 2000;

const isPlace = (value: unknown) => Number.isInteger(value) && (value as number) >= 0;

/** The index of the right option, the indexes of the right ones, or a boolean, by the type of the question. */
const Correct = () => (target: object, property: string) => {
  ValidateBy({
    name: 'correct',
    validator: {
      validate: (value) =>
        typeof value === 'boolean' || isPlace(value) || (Array.isArray(value) && value.every(isPlace)),
      defaultMessage: () => '$property must be an index, a list of indexes, or a boolean',
    },
  })(target, property);
  JSONSchema(() => ({ description: 'An index, a list of indexes, or a boolean.' }))(target, property);
};

class ChoiceText {
  @Written(1, LONGEST) text!: string;
}

const choiceOf = (text: unknown) => Object.assign(new ChoiceText(), { text });

/** Texts whose order matters: each is filtered by itself, and none is left out. */
const Choices = (most: number) =>
  applyDecorators(
    IsArray(),
    ArrayMinSize(2),
    ArrayMaxSize(most),
    ValidateNested({ each: true }),
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(choiceOf) : value)),
    Cut(),
    JSONSchema(() => ({
      type: 'array',
      items: { type: 'string', minLength: 1, maxLength: LONGEST, pattern: '\\S' },
      minItems: 2,
      maxItems: most,
    })),
  );

class Pair {
  @Written(1, LONGEST) left!: string;
  @Written(1, LONGEST) right!: string;
}

/** The fields of all types; `questionOf` knows which type has which. */
class QuestionContent {
  @Optional() @Hundredths(0, 1000) points?: number;
  @Optional() @IsIn(GRADINGS) grading?: QuizQuestion['grading'];
  @Optional() @Written(0, 10_000) explanation?: string;
  @Optional() @Nullable() @Uuid() image_file_id?: string | null;
  @Optional() @Choices(20) options?: ChoiceText[];
  @Optional() @Correct() correct?: number | number[] | boolean;
  @Optional() @IsArray() @ArrayMinSize(1) @ArrayMaxSize(20) @Words(500, { each: true }) accepted?: string[];
  @Optional() @IsBoolean() case_sensitive?: boolean;
  @Optional() @IsNumber() value?: number;
  @Optional() @IsNumber() @Min(0) tolerance?: number;
  @Optional() @ArrayMinSize(2) @ArrayMaxSize(10) @ListOf(() => Pair) pairs?: Pair[];
  @Optional() @Choices(10) items?: ChoiceText[];
  @Optional() @Nullable() @IsInt() @Min(1) @Max(10_000) max_words?: number | null;
}

export class NewQuestion extends QuestionContent {
  @IsIn(QUESTION_TYPES) type!: QuestionType;
  @Written(1, 20_000) prompt!: string;
}

/** The fields that can be changed. */
export class QuestionFields extends QuestionContent {
  @Optional() @Written(1, 20_000) prompt?: string;
}
