import { IsIn, IsString } from 'class-validator';
import { Chars, Nullable, Optional } from '../../../platform/http/fields.js';
import { present, viewOf } from '../../kernel/rows/view.js';
import { Item, KINDS, type Kind } from '../entities/item.entity.js';

const ONLY = ['id', 'kind', 'name', 'content_type', 'size_bytes', 'updated_at'] as const;

/** What people without an account see of an item. */
export class PublicItemView extends viewOf(Item, { only: ONLY }) {
  @IsIn(KINDS) declare kind: Kind;
}

export const publicItem = (item: Pick<Item, (typeof ONLY)[number]>): PublicItemView => present(PublicItemView, item);

/** The owner of a link, as its visitors see them. */
export class OwnerView {
  @Nullable() @IsString() username!: string | null;
}

export class LinkKey {
  @Chars(1, 200) token!: string;
  @Optional() @Chars(1, 128) password?: string;
}
