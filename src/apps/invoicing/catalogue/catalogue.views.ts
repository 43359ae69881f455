import { IsNumber } from 'class-validator';
import { present, viewOf } from '../../kernel/rows/view.js';
import { Item, TaxRate } from '../entities/client.entity.js';

const PPM_OF_A_PERCENT = 10_000;

export const percentOf = (ppm: number) => ppm / PPM_OF_A_PERCENT;
/** A percentage of at most four decimals, in millionths. */
export const ppmOf = (percent: number) => Math.round(percent * PPM_OF_A_PERCENT);

export class TaxRateView extends viewOf(TaxRate, { without: ['rate_ppm'] }) {
  @IsNumber() percent!: number;
}

export class ItemView extends viewOf(Item) {}

export const presentRate = (rate: TaxRate): TaxRateView => ({
  ...present(TaxRateView, rate),
  percent: percentOf(rate.rate_ppm),
});
export const presentItem = (item: Item): ItemView => present(ItemView, item);
