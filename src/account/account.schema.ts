import { schema } from '../platform/database/schema.js';
import { ApiKey } from './api-keys/api-key.entity.js';
import { AccountExport } from './exports/export.entity.js';
import { MailToken } from './mail-tokens/mail-token.entity.js';
import { Account1790000002000 } from './migrations/1790000002000-account.js';
import { SubscriptionFields1790000002001 } from './migrations/1790000002001-subscription-fields.js';
import { AvatarFile1790000002002 } from './migrations/1790000002002-avatar-file.js';
import { Administration1790000002003 } from './migrations/1790000002003-administration.js';
import { Session } from './sessions/session.entity.js';
import { UserCounters } from './users/user-counters.entity.js';
import { User } from './users/user.entity.js';

schema({
  entities: [User, UserCounters, Session, MailToken, ApiKey, AccountExport],
  migrations: [
    Account1790000002000,
    SubscriptionFields1790000002001,
    AvatarFile1790000002002,
    Administration1790000002003,
  ],
});
