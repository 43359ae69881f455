import { applyDecorators } from '@nestjs/common';
import { ArrayMaxSize, ArrayMinSize } from 'class-validator';
import { Chars, ListOf, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Percent, Quantity, SignedPrice } from '../catalogue/amount.fields.js';

const MOST_LINES = 200;

/** What is sold: described, or an item of the catalogue, of which each field may be given anew. */
export class LineInput {
  @Optional() @Uuid() item_id?: string;
  @Optional() @Written(1, 2000) description?: string;
  /** 1 unless it is given. */
  @Optional() @Quantity() quantity?: number;
  @Optional() @Nullable() @Chars(1, 20) unit?: string | null;
  @Optional() @SignedPrice() unit_price?: number;
  @Optional() @Nullable() @Percent() discount_percent?: number | null;
  /** Null: no tax. Absent: the rate of the item, of the client or of the settings. */
  @Optional() @Nullable() @Uuid() tax_rate_id?: string | null;
}

export const Lines = () =>
  applyDecorators(
    ListOf(() => LineInput),
    ArrayMinSize(1),
    ArrayMaxSize(MOST_LINES),
  );
