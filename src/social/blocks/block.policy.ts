import { Refusal } from '../../platform/http/refusal.js';

/** The same answer to both users, so that it does not tell which of them made the block. */
export const cannotInteract = () => new Refusal(403, 'You cannot interact with this user');
