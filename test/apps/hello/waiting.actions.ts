import { Action, type Call } from '../../../src/apps/kernel/calls/action.js';
import { Outside } from '../../../src/apps/kernel/calls/outside.js';
import { Refusal } from '../../../src/platform/http/refusal.js';
import { GREETING, GreetingInput, GreetingResult, WordsInput } from './actions.js';
import type { Greeting } from './entities.js';
import { GreetingsRepository } from './greetings.repository.js';

/** What these actions ask, for the tests: it answers or fails, after what a test does in the meantime. */
export const world = {
  answers: 'Good day',
  fails: false,
  asked: 0,
  meanwhile: async () => {},
  async answer(): Promise<string> {
    world.asked++;
    await world.meanwhile();
    if (world.fails) throw new Refusal(502, 'The world is away');
    return world.answers;
  },
};

@Action('order-greeting', {
  access: 'authenticated',
  changes: true,
  outside: true,
  about: 'greeting',
  description: 'Asks the world for its words.',
  input: WordsInput,
  result: GreetingResult,
  refuses: { 502: ['The world is away'] },
})
export class OrderGreeting {
  constructor(private readonly greetings: GreetingsRepository) {}

  async run({ input, caller }: Call<WordsInput>) {
    const { id } = await this.greetings.say(caller.id, null, input.words);
    return Outside.first({
      ask: () => world.answer(),
      done: async (words) => ({ greeting: await this.greetings.change(id, words) }),
      undo: () => this.greetings.remove(id),
    });
  }
}

@Action('lengthen-greeting', {
  access: 'owner',
  target: GREETING,
  changes: true,
  outside: true,
  description: 'Asks the world for more words of a greeting.',
  input: GreetingInput,
  result: GreetingResult,
  refuses: { 502: ['The world is away'] },
})
export class LengthenGreeting {
  constructor(private readonly greetings: GreetingsRepository) {}

  async run() {
    return Outside.first({
      ask: () => world.answer(),
      done: async (more, lock) => {
        const { id, words } = (await lock<Greeting>()).target;
        return { greeting: await this.greetings.change(id, `${words}, ${more}`) };
      },
      undo: () => Promise.resolve(),
    });
  }
}

@Action('spoil-greeting', {
  access: 'owner',
  target: GREETING,
  changes: true,
  outside: true,
  description: 'Wrongly goes on with the row that it had before it asked the world.',
  input: GreetingInput,
  result: GreetingResult,
})
export class SpoilGreeting {
  constructor(private readonly greetings: GreetingsRepository) {}

  async run({ target }: Call<GreetingInput, Greeting>) {
    return Outside.first({
      ask: () => world.answer(),
      done: async (more) => ({
        greeting: await this.greetings.change(target.id, `${target.words}, ${more}`),
      }),
      undo: () => Promise.resolve(),
    });
  }
}
