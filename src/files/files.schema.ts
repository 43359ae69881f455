import { schema } from '../platform/database/schema.js';
import { Files1790000004000 } from './migrations/1790000004000-files.js';
import { SignedFiles1790000021000 } from './migrations/1790000021000-signed-files.js';
import { StoredFile } from './records/file.entity.js';
import { WaitingUpload } from './signed/waiting-upload.entity.js';
import { Trash } from './storage/trash.entity.js';
import { Usage } from './uploads/usage.entity.js';

schema({
  entities: [StoredFile, Usage, Trash, WaitingUpload],
  migrations: [Files1790000004000, SignedFiles1790000021000],
});
