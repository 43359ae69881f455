import { DESTINATION_FAULTS } from '../../platform/http/destinations/destination.js';

export const WRONG = [
  ...DESTINATION_FAULTS,
  'Invalid slug',
  'Slug is reserved',
  'expires_at must be after starts_at',
  'expires_at must be in the future',
];

export const CONFLICTS = ['Slug is taken', 'external_id is already used', 'Domain is not ready for short links'];
