import { defineEvent } from '../../events/define-event.js';
import type { BlacklistRow } from './blacklist.repository.js';

const declaration = {
  data: ({ id, type, value, reason }: BlacklistRow) => ({ entry_id: id, type, value, reason }),
  staff: true,
};

export const BlacklistEntryCreated = defineEvent('admin.blacklist_entry_created', declaration);
export const BlacklistEntryDeleted = defineEvent('admin.blacklist_entry_deleted', declaration);
