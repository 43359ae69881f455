import { Refusal, notFound } from '../../../platform/http/refusal.js';
import { AppServices } from '../../contracts/app-services.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { type Program, SELLING_APPS } from '../entities/program.entity.js';
import type { ItemInput } from './program.inputs.js';
import { ProgramItemRepository } from './program-item.repository.js';

/** What a program is about, asked of the apps that sell it. */
@AppProvider()
export class ProgramItemsService {
  constructor(
    private readonly items: ProgramItemRepository,
    private readonly services: AppServices,
  ) {}

  /** Each must be the merchant's own. */
  async check(merchantId: string, items: ItemInput[]): Promise<void> {
    const asked = SELLING_APPS.map(async (slug) => {
      const ids = items.filter(({ app_slug }) => app_slug === slug).map(({ item_id }) => item_id);
      if (!ids.length) return;
      const known = (await this.services.of(slug)?.describe(ids)) ?? [];
      const own = new Set(known.flatMap(({ id, owner_id }) => (owner_id === merchantId ? [id] : [])));
      if (ids.some((id) => !own.has(id))) throw notFound('Item');
    });
    await Promise.all(asked);
  }

  /** Replaces the list; undefined leaves it as it is. */
  async replace({ id, scope }: Pick<Program, 'id' | 'scope'>, items: ItemInput[] | undefined): Promise<void> {
    if (items) await this.items.replace(id, items);
    if (scope === 'items' && !(items?.length ?? (await this.items.countWhere({ program_id: id }))))
      throw new Refusal(400, 'Items are needed for this scope');
  }
}
