import { IsIn, IsInt, IsString, Max, Min } from 'class-validator';
import { Chars, Nested, Optional, Time, Uuid } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/action.js';
import { FILE_PURPOSES, type FilePurpose } from '../entities/product-file.entity.js';
import type { Product } from '../entities/product.entity.js';
import { ProductFiles } from '../files/product-files.js';
import { PRODUCT } from '../targets.js';

const GIB_5 = 5 * 1024 ** 3;

class Input {
  @Uuid() product_id!: string;
  @IsIn(FILE_PURPOSES) purpose!: FilePurpose;
  @Chars(1, 200) filename!: string;
  @Chars(1, 200) content_type!: string;
  @IsInt() @Min(1) @Max(GIB_5) size_bytes!: number;
  /** For the buyers of this variant alone. */
  @Optional() @Chars(1, 64) sku?: string;
}

class PromisedFile {
  @Uuid() id!: string;
  @IsString() name!: string;
}

class Result {
  @Nested(() => PromisedFile) file!: PromisedFile;
  @IsString() upload_url!: string;
  @Time() expires_at!: Date;
}

@Action('create-upload', {
  access: 'owner',
  target: PRODUCT,
  changes: true,
  description: 'An address that takes the bytes of a file for an hour.',
  input: Input,
  result: Result,
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
