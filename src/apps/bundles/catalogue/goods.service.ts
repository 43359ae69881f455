import { AppProvider } from '../../kernel/app-provider.js';
import { AppServices } from '../../contracts/app-services.js';
import type { DescribedCourse } from '../../contracts/courses.js';
import type { DescribedProduct } from '../../contracts/products.js';
import { type Bundle, type ItemRef, keyOf } from '../entities/bundle.entity.js';

/** An item as its app describes it now. */
export interface Good {
  owner_id: string | null;
  title: string;
  cover_file_id: string | null;
  price_minor: number;
  currency: string;
  /** Why it cannot be in a bundle that is sold; undefined: it can. */
  problem: GoodProblem | undefined;
}

export type GoodProblem = 'not_for_sale' | 'physical' | 'counted' | 'no_variant' | 'unknown_variant';

type Taken = Pick<ItemRef, 'item_type' | 'item_id' | 'variant_id'> & { user_id: string; source_id: string };

const byIds = (a: ItemRef, b: ItemRef) => (keyOf(a) < keyOf(b) ? -1 : 1);

/** Courses and products, by their apps: one call of each for any number of items. */
@AppProvider()
export class GoodsService {
  constructor(private readonly services: AppServices) {}

  /** An item that does not exist is missing. */
  async describe<Item extends ItemRef>(items: readonly Item[]): Promise<Map<Item, Good>> {
    const { courseIds, products } = split(items);
    const productIds = [...new Set(products.map(({ product_id }) => product_id))];
    const [courses, described] = await Promise.all([
      courseIds.length ? this.services.of('courses')?.describe(courseIds) : [],
      productIds.length ? this.services.of('products')?.describe(productIds) : [],
    ]);
    const course = new Map((courses ?? []).map((one) => [one.id, one]));
    const product = new Map((described ?? []).map((one) => [one.id, one]));
    const goodOf = ({ item_type, item_id, variant_id }: ItemRef): Good | undefined => {
      if (item_type === 'course') return ofCourse(course.get(item_id));
      return ofProduct(product.get(item_id), variant_id);
    };
    return new Map(
      items.flatMap((item) => {
        const good = goodOf(item);
        return good ? [[item, good] as const] : [];
      }),
    );
  }

  /** `keyOf` of those that the user has for good. */
  async owned(userId: string, items: readonly ItemRef[]): Promise<Set<string>> {
    const { courseIds, products } = split(items);
    const [courses, owned] = await Promise.all([
      courseIds.length ? this.services.of('courses')?.owns(userId, courseIds) : undefined,
      products.length ? this.services.of('products')?.owns(userId, products) : undefined,
    ]);
    return new Set([
      ...[...(courses ?? [])].map((id) => `course ${id}`),
      ...[...(owned ?? [])].map((id) => `product ${id}`),
    ]);
  }

  /** Gives all of them, in the order in which everybody locks them. An item that is gone ends the transaction. */
  async grant(items: readonly ItemRef[], user_id: string, source_id: string): Promise<void> {
    for (const item of items.toSorted(byIds)) {
      const isGranted = await this.ask('grant', { ...item, user_id, source_id });
      if (!isGranted) throw new Error(`The ${keyOf(item)} of the bundle purchase ${source_id} does not exist any more`);
    }
  }

  /** Access from other sources stays. */
  async revoke(items: readonly ItemRef[], user_id: string, source_id: string): Promise<void> {
    for (const item of items.toSorted(byIds)) await this.ask('revoke', { ...item, user_id, source_id });
  }

  private async ask(what: 'grant' | 'revoke', { item_type, item_id, variant_id, ...who }: Taken): Promise<boolean> {
    const given = { ...who, source: 'bundle' } as const;
    const done =
      item_type === 'course'
        ? await this.services.of('courses')?.[what]({ ...given, course_id: item_id })
        : await this.services.of('products')?.[what]({ ...given, product_id: item_id, variant_id });
    return done ?? false;
  }
}

/** Whether an item can be sold in the bundle now. */
export const isAvailable = (good: Good | undefined, { owner_id, currency }: Pick<Bundle, 'owner_id' | 'currency'>) =>
  good !== undefined && !good.problem && owner_id !== null && good.owner_id === owner_id && good.currency === currency;

function split(items: readonly ItemRef[]) {
  const of = (type: string) => items.filter(({ item_type }) => item_type === type);
  return {
    courseIds: [...new Set(of('course').map(({ item_id }) => item_id))],
    products: of('product').map(({ item_id, variant_id }) => ({ product_id: item_id, variant_id })),
  };
}

function ofCourse(course: DescribedCourse | undefined): Good | undefined {
  if (!course) return undefined;
  const { owner_id, title, cover_file_id, price_minor, currency, is_open } = course;
  const problem = is_open ? undefined : 'not_for_sale';
  return { owner_id, title, cover_file_id, price_minor, currency, problem };
}

function ofProduct(product: DescribedProduct | undefined, variantId: string | null): Good | undefined {
  if (!product) return undefined;
  const { owner_id, title, cover_file_id, currency } = product;
  const variant = product.variants.find(({ id }) => id === variantId);
  const price_minor = variant?.price_minor ?? product.price_minor;
  return { owner_id, title, cover_file_id, currency, price_minor, problem: problemOf(product, variantId) };
}

function problemOf({ kind, is_on_sale, is_counted, variants }: DescribedProduct, variantId: string | null) {
  const variant = variants.find(({ id }) => id === variantId);
  if (!is_on_sale) return 'not_for_sale';
  if (kind === 'physical') return 'physical';
  if (variantId !== null && !variant) return 'unknown_variant';
  if (!variant && variants.length) return 'no_variant';
  if (variant && !variant.active) return 'not_for_sale';
  return (variant ?? { is_counted }).is_counted ? 'counted' : undefined;
}
