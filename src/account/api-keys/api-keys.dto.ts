import { IsString } from 'class-validator';
import {
  Chars,
  Instant,
  ListOf,
  Nested,
  Nullable,
  Optional,
  Time,
  Unsupported,
  Uuid,
} from '../../platform/http/fields.js';

export class CreateApiKeyInput {
  @Chars(1, 100) name!: string;
  @Optional() @Nullable() @Instant() expires_at?: string | null;
  /** Refused and not ignored, because the caller would believe that the key is restricted. */
  @Unsupported() scopes?: never;
}

class ApiKeyView {
  @Uuid() id!: string;
  @IsString() name!: string;
  @IsString() prefix!: string;
  @Time() created_at!: Date;
  @Nullable() @Time() last_used_at!: Date | null;
  @Nullable() @Time() expires_at!: Date | null;
}

export class CreateApiKeyAnswer {
  @Nested(() => ApiKeyView) api_key!: ApiKeyView;
  /** It cannot be read again. */
  @IsString() key!: string;
}

export class ApiKeysAnswer {
  @ListOf(() => ApiKeyView) api_keys!: ApiKeyView[];
}
