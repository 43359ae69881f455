import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, ArrayMinSize, IsInt, Max, Min, ValidateBy } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { ListOf, Uuid } from '../../../platform/http/input/fields.js';
import type { Response } from '../entities/quiz-attempt.entity.js';

const DESCRIPTION =
  'An id, ids, a truth, a number or a text, as the type of the question has it; of matching, the right id to each left one.';

/** Null takes back what was answered. */
export const AnyResponse = () =>
  applyDecorators(
    ValidateBy({
      name: 'response',
      validator: {
        validate: (value) => value !== undefined,
        defaultMessage: () => '$property is needed, and may be null',
      },
    }),
    JSONSchema(() => ({ description: DESCRIPTION })),
  );

export class GivenAnswer {
  @Uuid() question_id!: string;
  @AnyResponse() response!: Response;
  @IsInt() @Min(1) @Max(2_147_483_647) revision!: number;
}

export const Answers = () =>
  applyDecorators(
    ArrayMinSize(1),
    ArrayMaxSize(100),
    ListOf(() => GivenAnswer),
  );
