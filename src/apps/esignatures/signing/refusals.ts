import { ACTED, END_MESSAGES, NOT_YOUR_TURN } from './states.js';
import { TOO_MANY, WRONG_CODE } from './visiting.service.js';

export const VISIT_REFUSALS = {
  400: ['Access code required', WRONG_CODE],
  401: ['Not authenticated'],
  404: ['Envelope not found'],
  409: [NOT_YOUR_TURN, ...END_MESSAGES],
  429: [TOO_MANY],
};

export const RESPONSE_REFUSALS = {
  ...VISIT_REFUSALS,
  400: [
    ...VISIT_REFUSALS[400],
    'Consent is required',
    'Signature is required',
    'Reason is required',
    'Field is required',
    'Field value is not valid',
  ],
  409: [...VISIT_REFUSALS[409], 'Envelope content has changed', ACTED],
};
