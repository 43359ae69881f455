import { IsIn } from 'class-validator';
import { Chars, Optional, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PromisedUpload, UploadFields } from '../../kernel/files/uploads.js';
import { FILE_PURPOSES, type FilePurpose, type Product, PRODUCT } from '../entities/product.entity.js';
import { ProductFiles } from '../files/product-files.js';

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
  constructor(private readonly files: ProductFiles) {}

  run({ input, target: product }: Call<Input, Product>) {
    return this.files.promise(product, input);
  }
}
