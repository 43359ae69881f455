import { DESTINATION_FAULTS } from './blocks/block-destinations.service.js';

export const HANDLE_FAULTS = ['Invalid handle', 'Handle is reserved'];

export const BLOCK_FAULTS = [
  ...DESTINATION_FAULTS,
  'kind cannot be changed',
  '<field> is required for a <kind> block',
  'This address cannot be embedded',
  'ends_at must be after starts_at',
];
