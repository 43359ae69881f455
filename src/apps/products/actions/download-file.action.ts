import { IsString } from 'class-validator';
import { FilesService } from '../../../files/files.service.js';
import { Time, Uuid } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { type ProductOrder, ORDER } from '../entities/product-order.entity.js';
import { ProductFileRepository } from '../files/product-file.repository.js';

const MINUTES_15 = 15 * 60;

class Input {
  @Uuid() order_id!: string;
  @Uuid() file_id!: string;
}

class Result {
  @IsString() download_url!: string;
  @Time() expires_at!: Date;
}

@Action('download-file', {
  access: 'owner',
  target: ORDER,
  notes: true,
  description: 'An address that gives out a bought file for a quarter of an hour, as often as it is asked for.',
  input: Input,
  result: Result,
  refuses: { 404: ['File not found'], 409: ['Order is not paid', 'Access was taken back'] },
})
export class DownloadFile {
  constructor(
    private readonly rows: ProductFileRepository,
    private readonly files: FilesService,
  ) {}

  async run({ input: { file_id }, target: order }: Call<Input, ProductOrder>) {
    const { product_id, variant_id, status, revoked_at } = order;
    const file = product_id && (await this.rows.open(product_id, file_id, variant_id));
    if (!file) throw notFound('File');
    if (status === 'refunded' || revoked_at) throw new Refusal(409, 'Access was taken back');
    if (status !== 'paid' && status !== 'shipped') throw new Refusal(409, 'Order is not paid');
    await this.rows.downloaded(order.id, file_id);
    return this.files.downloadable(file_id, { seconds: MINUTES_15, name: file.name });
  }
}
