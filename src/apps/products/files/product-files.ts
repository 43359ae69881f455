import { AppProvider } from '../../kernel/app-provider.js';
import { FilesService } from '../../../files/files.service.js';
import { notFound } from '../../../platform/http/refusal.js';
import type { Product } from '../entities/product.entity.js';
import { ProductFileRepository } from './product-file.repository.js';

export interface Arrangement {
  cover_file_id: string | null;
  /** Undefined: as they are. */
  order: string[] | undefined;
  detached: string[];
}

/** What a product shows, and what its buyers get. */
@AppProvider()
export class ProductFiles {
  constructor(
    private readonly rows: ProductFileRepository,
    private readonly files: FilesService,
  ) {}

  /** What would be so; 404 where a file is not there. A cover goes with its file. */
  async arranged(
    product: Product,
    wanted: { cover_file_id?: string | null; file_ids?: string[] },
  ): Promise<Arrangement> {
    const { cover_file_id: cover = product.cover_file_id, file_ids: order } = wanted;
    if (!order && !wanted.cover_file_id) return { cover_file_id: cover, order, detached: [] };
    const all = await this.rows.ofProduct(product.id);
    const kept = order ? all.filter(({ id }) => order.includes(id)) : all;
    if (order && kept.length !== order.length) throw notFound('File');
    const isKept = kept.some(({ id, purpose }) => id === cover && purpose === 'image');
    if (wanted.cover_file_id && !isKept) throw notFound('File');
    const detached = all.filter((file) => !kept.includes(file)).map(({ id }) => id);
    return { cover_file_id: isKept ? cover : null, order, detached };
  }

  async arrange(product: Product, { order, detached }: Arrangement): Promise<void> {
    if (order?.length) await this.rows.place(product.id, order);
    if (!detached.length) return;
    await this.rows.detach(product.id, detached);
    await this.files.release(detached);
  }
}
