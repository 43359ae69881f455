import { IsBoolean, IsInt, IsString } from 'class-validator';
import { Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { QUESTION, type Quiz, type QuizQuestion } from '../entities/quiz.entity.js';
import { ChangeQuestion } from '../questions/change-question.js';

class Input {
  @Uuid() question_id!: string;
  @Optional() @IsBoolean() drop_from_results?: boolean;
}

class Result {
  @IsString() message!: string;
  /** How many attempts are measured anew. */
  @IsInt() regrading!: number;
}

@Action('delete-question', {
  access: 'owner',
  target: QUESTION,
  changes: true,
  description: 'Takes a question out of new attempts; what was answered stays, and counts unless it is dropped.',
  input: Input,
  result: Result,
  refuses: {
    409: ['A published quiz needs a question', 'draw_count is above the number of questions'],
  },
})
export class DeleteQuestion {
  constructor(private readonly change: ChangeQuestion) {}

  async run({ input, target, parent }: Call<Input, QuizQuestion, Quiz>) {
    const regrading = await this.change.remove(parent, target, input.drop_from_results ?? false);
    return { message: 'Question deleted', regrading };
  }
}
