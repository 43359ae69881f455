import { IsIn, IsString } from 'class-validator';
import { BLACKLIST_TYPES, type BlacklistType } from '../../moderation/blacklist/folding.js';
import { Chars, ListOf, Nested, Nullable, Optional, Required, Time, Uuid } from '../../platform/http/input/fields.js';

const MISSING = 'Type and value are required';

export class BlacklistInput {
  @Required(MISSING) @IsIn(BLACKLIST_TYPES) type!: BlacklistType;
  /** An e-mail address, a username, a domain (with its subdomains), an IP address or a network such as 192.0.2.0/24. */
  @Required(MISSING) @Chars(1, 254) value!: string;
  @Optional() @Nullable() @Chars(0, 500) reason?: string | null;
}

class BlacklistEntryView {
  @Uuid() id!: string;
  @IsIn(BLACKLIST_TYPES) type!: string;
  @IsString() value!: string;
  @Nullable() @IsString() reason!: string | null;
  @Time() created_at!: Date;
}

export class BlacklistEntryAnswer {
  @Nested(() => BlacklistEntryView) entry!: BlacklistEntryView;
}

export class BlacklistAnswer {
  @ListOf(() => BlacklistEntryView) entries!: BlacklistEntryView[];
  @Nullable() @IsString() next_cursor!: string | null;
}
