import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, Max, Min } from 'class-validator';
import { Chars, Nullable } from '../../platform/http/fields.js';
import { CONFLICTS, type OnConflict } from './entities/version.entity.js';

const BLOCKED = ['exe', 'bat', 'cmd', 'com', 'scr', 'msi', 'vbs', 'ps1', 'jar'];

export class DocumentsSettings {
  /** What happens to an upload whose name is taken, unless it says so itself. */
  @IsIn(CONFLICTS) on_conflict: OnConflict = 'rename';
  /** After so many days the trash is emptied. */
  @IsInt() @Min(1) @Max(365) trash_days = 30;
  /** Of each document; the oldest ones are removed. */
  @IsInt() @Min(1) @Max(500) max_versions = 50;
  /** Nobody uploads such files to the tree of this user. */
  @IsArray() @ArrayMaxSize(100) @Chars(1, 20, { each: true }) blocked_extensions: string[] = BLOCKED;
  /** Of a new link that names no expiry; null: it does not expire. */
  @Nullable() @IsInt() @Min(1) @Max(3650) link_expiry_days: number | null = null;
  /** A link needs a password. */
  @IsBoolean() link_password_required = false;
  /** Of new links. */
  @IsBoolean() notify_on_open = false;
}
