import { DESTINATION_FAULTS } from '../../platform/http/destinations/destination.js';
import { Refusal } from '../../platform/http/refusal.js';
import { LEVELS } from './drawing/style.input.js';
import { LOGO_FAULT } from './drawing/logo.js';

export const tooLong = (level: string) => new Refusal(400, `Content is too long for error correction ${level}`);
export const unreadable = () => new Refusal(400, 'This style cannot be scanned');
export const isDeleted = () => new Refusal(409, 'Code is deleted');
export const NO_FONT = 'A caption in a PNG needs a font on the server';

export const LIMIT = 'Code limit reached';
export const BUSY = 'Rendering is busy, try again';

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

/** Its refusal instead of what it cannot make. */
export async function attempt<Made>(work: () => Made | Promise<Made>): Promise<Made | Refusal> {
  try {
    return await work();
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
}

/** Asks about those that are right, all at once, and makes something of each with its answer. Refusals stay in their places. */
export async function forRight<Thing, Answer, Made>(
  all: (Thing | Refusal)[],
  ask: (right: Thing[]) => Promise<(Answer | Refusal)[]>,
  make: (one: Thing, answer: Answer) => Made,
): Promise<(Made | Refusal)[]> {
  const right = all.filter(isRight);
  const answers = (right.length ? await ask(right) : []).values();
  return all.map((one) => {
    if (one instanceof Refusal) return one;
    const answer = answers.next().value as Answer | Refusal;
    return answer instanceof Refusal ? answer : make(one, answer);
  });
}
