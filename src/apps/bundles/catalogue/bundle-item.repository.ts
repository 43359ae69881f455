import { In } from 'typeorm';
import { EntityRepository } from '../../../platform/database/entity.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { reorderSql } from '../../kernel/rows/ordered.js';
import { BundleItem } from '../entities/bundle.entity.js';

const REORDER = sql('bundles_items_reorder', reorderSql('ext_bundles.bundle_items', 'bundle_id'));

@AppProvider()
export class BundleItemRepository extends EntityRepository<BundleItem> {
  protected readonly entity = BundleItem;

  of(bundleId: string): Promise<BundleItem[]> {
    return this.find({ bundle_id: bundleId }, { order: { position: 'ASC', id: 'ASC' } });
  }

  ofAll(bundleIds: string[]): Promise<BundleItem[]> {
    return this.find({ bundle_id: In(bundleIds) }, { order: { bundle_id: 'ASC', position: 'ASC', id: 'ASC' } });
  }

  async reorder(bundleId: string, ids: string[]): Promise<void> {
    await this.count(REORDER, bundleId, ids);
  }
}
