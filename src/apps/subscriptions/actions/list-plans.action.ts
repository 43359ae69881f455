import { IsIn } from 'class-validator';
import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { INTERVALS, PLAN_STATUSES } from '../entities/plan.entity.js';
import { PlanListRepository } from '../plans/plan-list.repository.js';
import { ListedPlanView, presentPlan } from '../plans/plan.views.js';

class Input extends Page {
  @Optional() @Uuid() owner_id?: string;
  @Optional() @Chars(1, 100) query?: string;
  @Optional() @IsIn(INTERVALS) interval?: string;
  @Optional() @IsIn(PLAN_STATUSES) status?: string;
}

class Result extends pageOf('plans', () => ListedPlanView) {}

@Action('list-plans', {
  access: 'public',
  description: 'Listed plans on sale; to their owner also unlisted and archived ones. Of one owner the cheapest first.',
  input: Input,
  result: Result,
})
export class ListPlans {
  constructor(private readonly plans: PlanListRepository) {}

  async run({ input, caller }: PublicCall<Input>) {
    const { cursor, limit, query: words, status, ...filters } = input;
    // Somebody who asks for archived plans means their own.
    const owner_id = filters.owner_id ?? (status === 'archived' ? caller?.id : undefined);
    const isOwn = caller !== undefined && owner_id === caller.id;
    if (status === 'archived' && !isOwn) return { plans: [], next_cursor: null };
    const shown = isOwn ? { status } : { public: true as const };
    const { rows, next_cursor } = await this.plans.list(
      { ...filters, owner_id, words, ...shown },
      pageQuery({ cursor, limit }),
    );
    const ids = rows.map(({ id }) => id);
    const counts = isOwn ? await this.plans.counts(caller.id, ids) : undefined;
    return {
      plans: rows.map((row) => ({
        ...presentPlan(row, row.benefits),
        seller: row.seller,
        ...(counts && { counts: counts.get(row.id) ?? {} }),
      })),
      next_cursor,
    };
  }
}
