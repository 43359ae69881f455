import { AppProvider } from '../../kernel/app-provider.js';
import { FilesService } from '../../../files/files.service.js';
import { invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import { VariantRepository } from '../catalogue/variant.repository.js';
import { type FilePurpose, type Product, sellerOf } from '../entities/product.entity.js';
import { isContentType, isPicture } from '../../kernel/files/file-types.js';
import { ProductFileRepository } from './product-file.repository.js';

const HOUR = 60 * 60;
const IMAGE_BYTES = 20 * 1024 * 1024;
const FILES = 100;

export interface NewUpload {
  purpose: FilePurpose;
  filename: string;
  content_type: string;
  size_bytes: number;
  sku?: string;
}

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
    private readonly variants: VariantRepository,
    private readonly files: FilesService,
  ) {}

  async promise(product: Product, { purpose, filename, content_type, size_bytes, sku }: NewUpload) {
    const isImage = purpose === 'image';
    // What is sold may be a program too.
    if (!isContentType(content_type) || (isImage && !isPicture(content_type)))
      throw new Refusal(400, 'This content type is not allowed');
    if (isImage && size_bytes > IMAGE_BYTES) throw tooLarge();
    const variant = sku === undefined ? undefined : await this.variants.bySku(product.id, sku);
    if (sku !== undefined && !variant) throw notFound('Variant');
    const { n, next: position } = await this.rows.attached(product.id);
    if (n >= FILES) throw new Refusal(409, 'File limit reached');

    const { id, name, upload_url, expires_at } = await this.files.startUpload({
      owner_id: sellerOf(product),
      name: filename,
      type: content_type,
      size: size_bytes,
      seconds: HOUR,
      picture: isImage,
      attached: true,
    });
    const file = { product_id: product.id, variant_id: variant?.id ?? null, file_id: id };
    await this.rows.insert({ ...file, purpose, name, size_bytes, content_type, position });
    return { file: { id, name }, upload_url, expires_at };
  }

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

const tooLarge = () =>
  invalid({ field: 'size_bytes', message: `size_bytes of an image must not be above ${IMAGE_BYTES}` });
