import { IsBoolean, IsInt, IsNumber, IsString } from 'class-validator';
import { FilesService } from '../../../files/files.service.js';
import { Nested, Nullable, Uuid } from '../../../platform/http/fields.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { personOf, PersonView } from '../../kernel/rows/person.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { money } from '../../kernel/selling/prices.js';
import { Bundle, BundleItem } from '../entities/bundle.entity.js';
import type { Offer, OfferedItem } from '../offers/offers.service.js';

const HOURS_4 = 4 * 60 * 60;

export class BundleView extends viewOf(Bundle, { without: ['ending_notified_for'] }) {
  /** Works for four hours. */
  @Nullable() @IsString() cover_url!: string | null;
}

/** As lists show it: what it costs a buyer who owns nothing of it. */
export class BundleCard extends BundleView {
  @IsInt() item_count!: number;
  @IsNumber() list_total!: number;
  @IsNumber() amount!: number;
  /** Null: the account is deleted. */
  @Nullable() @Nested(() => PersonView) seller!: PersonView | null;
}

export class ItemView extends viewOf(BundleItem) {
  @IsString() title!: string;
  @Nullable() @Uuid() cover_file_id!: string | null;
  /** Works for four hours. */
  @Nullable() @IsString() cover_url!: string | null;
  @IsNumber() price!: number;
  /** It can be sold in the bundle now. */
  @IsBoolean() available!: boolean;
}

export type CardRow = Bundle & { seller_username: string | null };

@AppProvider()
export class BundlesPresenter {
  constructor(private readonly files: FilesService) {}

  bundle(row: Bundle): BundleView {
    return { ...present(BundleView, row), cover_url: this.picture(row.cover_file_id) };
  }

  card({ seller_username, ...row }: CardRow, { items, list_minor, amount_minor }: Offer): BundleCard {
    return {
      ...this.bundle(row),
      item_count: items.length,
      list_total: money(list_minor, row.currency),
      amount: money(amount_minor, row.currency),
      seller: personOf(row.owner_id, seller_username),
    };
  }

  item({ item, title, cover_file_id, price_minor, available }: OfferedItem, currency: string): ItemView {
    const price = money(price_minor, currency);
    return {
      ...present(ItemView, item),
      title,
      cover_file_id,
      cover_url: this.picture(cover_file_id),
      price,
      available,
    };
  }

  private picture(fileId: string | null): string | null {
    return fileId && this.files.downloadable(fileId, { seconds: HOURS_4, inline: true }).download_url;
  }
}
