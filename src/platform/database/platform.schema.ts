import { Platform1790000000000 } from './migrations/1790000000000-platform.js';
import { OperationId1790000000001 } from './migrations/1790000000001-operation-id.js';
import { schema } from './schema.js';

schema({ entities: [], migrations: [Platform1790000000000, OperationId1790000000001] });
