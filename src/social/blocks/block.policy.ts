import { refusal } from '../../platform/http/refusal.js';

export const cannotInteract = refusal(403, 'You cannot interact with this user');
