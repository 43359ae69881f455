import { FilesService } from '../../../files/files.service.js';
import { invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import { isContentType, isPicture } from '../../kernel/files/file-types.js';
import { VariantRepository } from '../catalogue/variant.repository.js';
import { ProductFileRepository } from '../files/product-file.repository.js';
import { sellerOf, FILE_PURPOSES, type FilePurpose, type Product, PRODUCT } from '../entities/product.entity.js';
import { IsIn } from 'class-validator';
import { Chars, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PromisedUpload, UploadFields } from '../../kernel/files/uploads.js';

const HOUR = 60 * 60;
const IMAGE_BYTES = 20 * 1024 * 1024;
const MOST_FILES = 100;

class Input extends UploadFields {
  @Uuid() product_id!: string;
  @IsIn(FILE_PURPOSES) purpose!: FilePurpose;
  /** For the buyers of this variant alone. */
  @Optional() @Chars(1, 64) sku?: string;
}

@Action('create-upload', {
  access: 'owner',
  target: PRODUCT,
  changes: true,
  description: 'An address that takes the bytes of a file for an hour.',
  input: Input,
  result: PromisedUpload,
  refuses: {
    400: ['This content type is not allowed'],
    404: ['Variant not found'],
    409: ['File limit reached', 'Storage is full'],
  },
})
export class CreateUpload {
  constructor(
    private readonly rows: ProductFileRepository,
    private readonly variants: VariantRepository,
    private readonly files: FilesService,
  ) {}

  async run({ input, target: product }: Call<Input, Product>) {
    const { purpose, filename, content_type, size_bytes, sku } = input;
    const isImage = purpose === 'image';
    // What is sold may be a program too.
    if (!isContentType(content_type) || (isImage && !isPicture(content_type)))
      throw new Refusal(400, 'This content type is not allowed');
    if (isImage && size_bytes > IMAGE_BYTES) throw tooLarge();
    const variant = sku === undefined ? undefined : await this.variants.bySku(product.id, sku);
    if (sku !== undefined && !variant) throw notFound('Variant');
    const { n, next: position } = await this.rows.attached(product.id);
    if (n >= MOST_FILES) throw new Refusal(409, 'File limit reached');

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
}

const tooLarge = () =>
  invalid({ field: 'size_bytes', message: `size_bytes of an image must not be above ${IMAGE_BYTES}` });
