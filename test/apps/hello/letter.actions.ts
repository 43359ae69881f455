import { IsString } from 'class-validator';
import { Action } from '../../../src/apps/kernel/calls/action.js';
import { Uuid } from '../../../src/platform/http/fields.js';
import { Greeting, Letter } from './entities.js';

class LetterTold {
  @IsString() message!: string;
}

class LetterInput {
  @Uuid() letter_id!: string;
}

const LETTER = { entity: Letter, by: 'letter_id', via: { entity: Greeting, by: 'greeting_id' } };

@Action('read-letter', {
  access: 'owner',
  target: { ...LETTER, seenIf: 'true' },
  description: 'Strangers know that the letter exists.',
  input: LetterInput,
  result: LetterTold,
})
export class ReadLetter {
  async run() {
    return { message: 'Read' };
  }
}

@Action('burn-letter', {
  access: 'owner',
  target: { ...LETTER, seenIf: `t.created_at > '2000-01-01'` },
  changes: true,
  description: 'Strangers do not know that an old letter exists.',
  input: LetterInput,
  result: LetterTold,
})
export class BurnLetter {
  async run() {
    return { message: 'Burned' };
  }
}
