import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppUploadsService } from '../../kernel/files/app-uploads.service.js';
import { VariantRepository } from '../catalogue/variant.repository.js';
import { ProductFileRepository } from '../files/product-file.repository.js';
import { sellerOf, FILE_PURPOSES, type FilePurpose, type Product, PRODUCT } from '../entities/product.entity.js';
import { IsIn } from 'class-validator';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
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
    private readonly uploads: AppUploadsService,
  ) {}

  async run({ input, target: product }: Call<Input, Product>) {
    const { purpose, sku } = input;
    // What is sold may be a program too.
    const rule = {
      seconds: HOUR,
      picture: purpose === 'image' ? IMAGE_BYTES : undefined,
      programs: true,
      attached: true,
    };
    const { file, answer } = await this.uploads.promise(sellerOf(product), input, rule);
    const variant = sku === undefined ? undefined : await this.variants.bySku(product.id, sku);
    if (sku !== undefined && !variant) throw notFound('Variant');
    const { n, next: position } = await this.rows.attached(product.id);
    if (n >= MOST_FILES) throw new Refusal(409, 'File limit reached');
    await this.rows.insert({ product_id: product.id, variant_id: variant?.id ?? null, purpose, position, ...file });
    return answer;
  }
}
