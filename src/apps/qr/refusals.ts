import { DESTINATION_FAULTS } from '../../platform/http/destinations/destination.js';
import { Refusal } from '../../platform/http/refusal.js';
import { BUSY } from './drawing/drawing-threads.service.js';
import { LEVELS } from './drawing/style.input.js';
import { LOGO_FAULT } from './drawing/logo.js';

export const tooLong = (level: string) => new Refusal(400, `Content is too long for error correction ${level}`);
export const unreadable = () => new Refusal(400, 'This style cannot be scanned');
export const isDeleted = () => new Refusal(409, 'Code is deleted');
export const NO_FONT = 'A caption in a PNG needs a font on the server';

export const LIMIT = 'Code limit reached';

/** Why a code cannot look like this. */
export const STYLE_FAULTS = [
  ...LEVELS.map((level) => tooLong(level).message),
  'Colours have too little contrast to scan',
  'A logo needs error correction Q or H',
  unreadable().message,
];

export const WRONG = [
  ...STYLE_FAULTS,
  ...DESTINATION_FAULTS,
  LOGO_FAULT,
  'Give either content or link_id',
  'expires_at must be in the future',
];

export const CONFLICTS = [BUSY, LIMIT];

export const isRight = <Thing>(one: Thing | Refusal): one is Thing => !(one instanceof Refusal);
