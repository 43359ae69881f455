import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { containing } from '../../kernel/lists/list.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { PROGRAM_STATUSES } from '../entities/program.entity.js';
import { ProgramRepository } from '../programs/program.repository.js';
import { presentCard, ProgramCard } from '../programs/program.views.js';

class Input extends Page {
  /** A part of the name. */
  @Optional() @Chars(1, 100) query?: string;
  @Optional() @Uuid() owner_id?: string;
  @Optional() @IsIn(PROGRAM_STATUSES) status?: string;
}

class Result extends pageOf('programs', () => ProgramCard) {}

@Action('list-programs', {
  access: 'public',
  description: 'The directory of programs, newest first; the caller also sees their own that are not in it.',
  input: Input,
  result: Result,
})
export class ListPrograms {
  constructor(private readonly programs: ProgramRepository) {}

  async run({ input, caller }: PublicCall<Input>): Promise<Result> {
    const { query, owner_id, status } = input;
    const filters = { query: query === undefined ? undefined : containing(query), owner_id, status };
    const page = await this.programs.list(caller?.id ?? null, filters, pageQuery(input));
    return { programs: page.rows.map(presentCard), next_cursor: page.next_cursor };
  }
}
