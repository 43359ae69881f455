import { present, viewOf } from '../../kernel/rows/view.js';
import { WaitlistEntry } from './waitlist-entry.entity.js';

export class EntryView extends viewOf(WaitlistEntry, { without: ['updated_at'] }) {}

export const presentEntry = (entry: WaitlistEntry) => present(EntryView, entry);
