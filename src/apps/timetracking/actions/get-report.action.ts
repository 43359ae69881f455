import { ArrayMaxSize, ArrayMinSize, IsArray, IsBoolean, IsIn, IsNumber, IsObject, IsString } from 'class-validator';
import { ArrayUnique, Chars, Day, ListOf, Nested, Nullable, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type Dimension, DIMENSION_NAMES } from '../reports/report.repository.js';
import { ReportService, TOO_LONG } from '../reports/report.service.js';

class Input {
  @Day() from!: string;
  @Day() to!: string;
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(2)
  @IsIn(DIMENSION_NAMES, { each: true })
  @ArrayUnique()
  group_by!: Dimension[];
  @Optional() @IsArray() @ArrayMaxSize(200) @Uuid({ each: true }) project_ids?: string[];
  @Optional() @Uuid() client_id?: string;
  @Optional() @Chars(1, 40) tag?: string;
  @Optional() @IsBoolean() billable?: boolean;
  /** As an invoice would round. */
  @Optional() @IsBoolean() rounded?: boolean;
}

class FiguresView {
  @IsNumber() seconds!: number;
  @IsNumber() billable_seconds!: number;
  /** By currency. */
  @IsObject() amounts!: Record<string, number>;
}

class InnerGroupView extends FiguresView {
  @Nullable() @IsString() key!: string | null;
  @IsString() label!: string;
}

class GroupView extends InnerGroupView {
  /** When there are two groupings. */
  @Optional() @ListOf(() => InnerGroupView) groups?: InnerGroupView[];
}

class Result {
  @Nested(() => FiguresView) totals!: FiguresView;
  @ListOf(() => GroupView) groups!: GroupView[];
}

@Action('get-report', {
  access: 'authenticated',
  description: 'Time and amounts of a range of days, by one or two groupings.',
  input: Input,
  result: Result,
  refuses: { 400: [TOO_LONG, 'from must not be after to'] },
})
export class GetReport {
  constructor(private readonly reports: ReportService) {}

  run({ input, caller }: Call<Input>): Promise<Result> {
    return this.reports.of(caller.id, input);
  }
}
