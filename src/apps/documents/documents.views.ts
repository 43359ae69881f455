import { IsBoolean, IsIn, IsInt, IsString } from 'class-validator';
import { IsPlainObject, Nested, Nullable, Optional, Uuid } from '../../platform/http/fields.js';
import { PersonView } from '../kernel/rows/person.js';
import { present, viewOf } from '../kernel/rows/view.js';
import { Item } from './entities/item.entity.js';
import { Access, ItemEvent, Link } from './entities/sharing.entity.js';
import { Version } from './entities/version.entity.js';
import type { SeenItem } from './items/item.repository.js';
import { ROLES, type Role } from './items/roles.js';
import type { Grant } from './sharing/grant.repository.js';

/** A folder or a document, as the caller sees it. */
export class ItemView extends viewOf(Item, { without: ['trash_root_id'] }) {
  /** Of the caller; null for administrators who have none. */
  @Nullable() @IsIn(ROLES) role!: Role | null;
  @IsBoolean() starred!: boolean;
  /** For its owner: links and grants that work. */
  @Optional() @IsInt() link_count?: number;
  @Optional() @IsInt() access_count?: number;
  /** Where a search found its words, as HTML: the words are in `mark`. */
  @Optional() @IsString() headline?: string;
}

export class VersionView extends viewOf(Version, { without: ['owner_id', 'blob_id'] }) {}

export class PathView {
  @Uuid() id!: string;
  @IsString() name!: string;
}

export function itemView(item: SeenItem & { headline?: string }): ItemView {
  const { role, starred, link_count, access_count, headline } = item;
  const columns = present(ItemView, { ...item, search: null });
  return {
    ...columns,
    role,
    starred,
    ...(typeof link_count === 'number' && { link_count }),
    ...(typeof access_count === 'number' && { access_count }),
    ...(headline !== undefined && { headline }),
  };
}

export const versionView = (version: Version): VersionView => present(VersionView, version);

/** A link without its address, which is shown once. */
export class LinkView extends viewOf(Link, { without: ['token_hash', 'password_hash'] }) {
  @IsBoolean() has_password!: boolean;
  @Optional() @IsString() url?: string;
}

export const linkView = (link: Link, url?: string): LinkView => ({
  ...present(LinkView, link),
  has_password: link.password_hash !== null,
  ...(url !== undefined && { url }),
});

export class AccessView extends viewOf(Access) {
  @Nested(() => PersonView) user!: PersonView;
}

export const accessView = (grant: Grant): AccessView => ({ ...present(AccessView, grant), user: grant.user });

export class InheritedView extends AccessView {
  @Nested(() => PathView) folder!: PathView;
}

export class EventView extends viewOf(ItemEvent, { without: ['owner_id'] }) {
  @IsPlainObject() data!: object;
}
