import { refusal } from '../../platform/http/refusal.js';

export const CLOSES_IN_PAST = 'closes_at must be in the future';
export const TOO_MANY_OPEN = 'Open request limit reached';

export const closesInPast = refusal(400, CLOSES_IN_PAST);
export const tooManyOpen = refusal(409, TOO_MANY_OPEN);
export const hasExpired = refusal(409, 'Request has expired');
export const isAccepted = refusal(409, 'Submission is already accepted');
export const nothingToSubmit = refusal(400, 'Nothing to submit');
export const isClosed = refusal(409, 'Request is closed');
export const cannotTakeMore = refusal(409, 'This request cannot take more files now');

/** Of the actions of uploaders. */
export const UPLOADER_REFUSALS = {
  400: ['Password required', 'Wrong password'],
  404: ['Request not found', 'Submission not found'],
  409: ['Request is closed', 'Request has expired'],
  429: ['Too many attempts'],
};
