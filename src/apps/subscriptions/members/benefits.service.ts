import { AppServices } from '../../contracts/app-services.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { BenefitRepository, type BenefitRef } from './benefit.repository.js';

/** The perks, courses and products that live while a subscription does. */
@AppProvider()
export class BenefitsService {
  constructor(
    private readonly benefits: BenefitRepository,
    private readonly services: AppServices,
  ) {}

  /** All that the plans of these subscriptions have. */
  async give(ids: string[]): Promise<void> {
    await this.grant(await this.benefits.give(ids));
  }

  /** After a change of the plan: exactly what the new one has. */
  async replace(ids: string[]): Promise<void> {
    await this.revoke(await this.benefits.drop(ids));
    await this.benefits.keep(ids);
    await this.give(ids);
  }

  /** After the plan has other benefits: new ones at once, the former ones until the period ends. */
  async follow(live: { id: string; status: string }[]): Promise<void> {
    const ids = live.map(({ id }) => id);
    await this.benefits.endLater(ids);
    await this.benefits.keep(ids);
    const given = await this.benefits.give(ids);
    const resting = new Set(live.flatMap(({ id, status }) => (status === 'paused' ? [id] : [])));
    await this.grant(given.filter(({ subscription_id }) => !resting.has(subscription_id)));
  }

  async rest(id: string): Promise<void> {
    await this.revoke(await this.benefits.present([id]));
  }

  /** `ms`: for how long they have rested, in milliseconds. */
  async resume(rested: { id: string; ms: number }[]): Promise<void> {
    await this.benefits.shift(rested);
    await this.grant(await this.benefits.present(rested.map(({ id }) => id)));
  }

  async end(ids: string[]): Promise<void> {
    await this.revoke(await this.benefits.endAll(ids));
  }

  /** A batch of benefits whose time is over; false when none are left. */
  async endDue(): Promise<boolean> {
    const over = await this.benefits.endDue();
    await this.revoke(over);
    return over.length > 0;
  }

  private async grant(refs: BenefitRef[]): Promise<void> {
    const { courses, products } = grantsOf(refs);
    if (courses.length) await this.services.of('courses')?.grantMany(courses);
    if (products.length) await this.services.of('products')?.grantMany(products);
  }

  private async revoke(refs: BenefitRef[]): Promise<void> {
    const { courses, products } = grantsOf(refs);
    if (courses.length) await this.services.of('courses')?.revokeMany(courses);
    if (products.length) await this.services.of('products')?.revokeMany(products);
  }
}

function grantsOf(refs: BenefitRef[]) {
  const of = (kind: string) =>
    refs.filter((ref) => ref.kind === kind).map((ref) => ({ id: ref.ref_id as string, grant: grantOf(ref) }));
  return {
    courses: of('course').map(({ id, grant }) => ({ ...grant, course_id: id })),
    products: of('product').map(({ id, grant }) => ({ ...grant, product_id: id, variant_id: null })),
  };
}

const grantOf = ({ owner_id: user_id, subscription_id: source_id }: BenefitRef) =>
  ({ user_id, source: 'subscription', source_id }) as const;
