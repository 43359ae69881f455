import { refusal } from '../../platform/http/refusal.js';

export const storageFull = refusal(409, 'Storage is full');
export const tooManyUploads = refusal(429, 'Too many uploads today');
