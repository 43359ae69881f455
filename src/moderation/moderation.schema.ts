import { schema } from '../platform/database/schema.js';
import { AuthorshipRequest } from './authorship/authorship-request.entity.js';
import { BlacklistEntry } from './blacklist/blacklist-entry.entity.js';
import { Censor } from './content-filter/censor.entity.js';
import { CensorsVersion } from './content-filter/censors-version.entity.js';
import { Moderation1790000006000 } from './migrations/1790000006000-moderation.js';
import { ModerationQueues1790000006001 } from './migrations/1790000006001-queues.js';
import { Report } from './reports/report.entity.js';
import { ReportedThing } from './reports/reported-thing.entity.js';

schema({
  entities: [Censor, CensorsVersion, BlacklistEntry, Report, ReportedThing, AuthorshipRequest],
  migrations: [Moderation1790000006000, ModerationQueues1790000006001],
});
