import { schema } from '../platform/database/schema.js';
import { Files1790000004000 } from './migrations/1790000004000-files.js';
import { StoredFile } from './records/file.entity.js';
import { Trash } from './storage/trash.entity.js';
import { Usage } from './uploads/usage.entity.js';

schema({ entities: [StoredFile, Usage, Trash], migrations: [Files1790000004000] });
