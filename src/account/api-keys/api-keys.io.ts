import { IsString } from 'class-validator';
import {
  Chars,
  Instant,
  ListOf,
  Nested,
  Nullable,
  Optional,
  Time,
  Uuid,
} from '../../platform/http/input/fields.js';

export class CreateApiKeyInput {
  @Chars(1, 100) name!: string;
  @Optional() @Nullable() @Instant() expires_at?: string | null;
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
  /** Shown this once. */
  @IsString() key!: string;
}

export class ApiKeysAnswer {
  @ListOf(() => ApiKeyView) api_keys!: ApiKeyView[];
}
