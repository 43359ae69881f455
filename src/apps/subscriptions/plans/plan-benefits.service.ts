import { NOW } from '../../../platform/database/entity.repository.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppServices } from '../../contracts/app-services.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { PlanBenefit } from '../entities/plan.entity.js';
import type { BenefitInput } from './plan.inputs.js';
import { PlanBenefitRepository } from './plan.repository.js';

export const BENEFIT_REFUSALS = [
  'A perk needs key, a course or product needs ref_id',
  'Benefits must be different',
] as const;

const identityOf = ({ kind, key, ref_id }: Pick<BenefitInput, 'kind' | 'key' | 'ref_id'>) =>
  kind === 'perk' ? `perk ${key}` : `ref ${ref_id}`;
const identityOfRow = ({ kind, key, ref_id }: PlanBenefit) =>
  identityOf({ kind, key: key ?? undefined, ref_id: ref_id ?? undefined });

/** What subscribers of a plan get. */
@AppProvider()
export class PlanBenefitsService {
  constructor(
    private readonly benefits: PlanBenefitRepository,
    private readonly services: AppServices,
  ) {}

  /** Refuses a list that contradicts itself, and courses and products that are not the seller's own. */
  async check(ownerId: string, wanted: BenefitInput[]): Promise<void> {
    for (const { kind, key, ref_id } of wanted) {
      const isRight = kind === 'perk' ? key !== undefined && ref_id === undefined : !key && ref_id !== undefined;
      if (!isRight) throw new Refusal(400, BENEFIT_REFUSALS[0]);
    }
    if (new Set(wanted.map(identityOf)).size < wanted.length) throw new Refusal(400, BENEFIT_REFUSALS[1]);
    const refs = (of: string) => wanted.flatMap(({ kind, ref_id }) => (kind === of && ref_id ? [ref_id] : []));
    await this.expectOwn('Course', refs('course'), async (ids) =>
      ((await this.services.of('courses')?.describe(ids)) ?? []).filter(({ owner_id }) => owner_id === ownerId),
    );
    await this.expectOwn('Product', refs('product'), async (ids) =>
      ((await this.services.of('products')?.describe(ids)) ?? []).filter(
        ({ owner_id, kind, status }) => owner_id === ownerId && kind === 'digital' && status !== 'removed',
      ),
    );
  }

  private async expectOwn(thing: string, ids: string[], own: (ids: string[]) => Promise<{ id: string }[]>) {
    if (ids.length && (await own(ids)).length < ids.length) throw notFound(thing);
  }

  /** Gives the plan, which is locked, exactly these benefits. True if subscribers get or lose one. */
  async replace(planId: string, wanted: BenefitInput[]): Promise<boolean> {
    const present = new Map((await this.benefits.of(planId)).map((row) => [identityOfRow(row), row]));
    let isChanged = false;
    for (const [position, { kind, key = null, ref_id = null, label }] of wanted.entries()) {
      const identity = identityOf({ kind, key: key ?? undefined, ref_id: ref_id ?? undefined });
      const row = present.get(identity);
      present.delete(identity);
      if (row) {
        if (row.label !== label || row.position !== position)
          await this.benefits.update({ id: row.id }, { label, position, updated_at: NOW });
      } else {
        await this.benefits.insert({ plan_id: planId, kind, key, ref_id, label, position });
        isChanged = true;
      }
    }
    for (const { id } of present.values()) await this.benefits.update({ id }, { removed_at: NOW, updated_at: NOW });
    return isChanged || present.size > 0;
  }
}
