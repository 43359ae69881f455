import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { ProgramItem } from '../entities/program.entity.js';
import { bpOf, type ItemInput } from './program.inputs.js';

const FILL = sql(
  'affiliates_fill_items',
  `INSERT INTO ext_affiliates.program_items (program_id, app_slug, item_id, percent_bp)
   SELECT $1, i.app_slug, i.item_id, i.percent_bp
   FROM unnest($2::text[], $3::uuid[], $4::int[]) AS i (app_slug, item_id, percent_bp)`,
);

@AppProvider()
export class ProgramItemRepository extends EntityRepository<ProgramItem> {
  protected readonly entity = ProgramItem;

  ofProgram(programId: string): Promise<ProgramItem[]> {
    return this.find({ program_id: programId }, { order: { id: 'ASC' } });
  }

  async replace(programId: string, items: ItemInput[]): Promise<void> {
    await this.delete({ program_id: programId });
    if (!items.length) return;
    const rates = items.map(({ commission_percent: percent }) => (percent === undefined ? null : bpOf(percent)));
    const [slugs, ids] = [items.map(({ app_slug }) => app_slug), items.map(({ item_id }) => item_id)];
    await this.count(FILL, programId, slugs, ids, rates);
  }
}
