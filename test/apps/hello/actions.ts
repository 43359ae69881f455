import { IsBoolean, IsInt, IsString } from 'class-validator';
import { Chars, ListOf, Nested, Optional, Uuid, Written } from '../../../src/platform/http/fields.js';
import { Refusal } from '../../../src/platform/http/refusal.js';
import { DatabaseService } from '../../../src/platform/database/database.service.js';
import { Action, type Call, type Preparation, type PublicCall } from '../../../src/apps/kernel/calls/action.js';
import { Greeting, GreetingReply } from './entities.js';
import { GreetingsRepository } from './greetings.repository.js';

class GreetingView {
  @Uuid() id!: string;
  @IsString() words!: string;
  @IsInt() visits!: number;
}

export class GreetingResult {
  @Nested(() => GreetingView) greeting!: GreetingView;
}

export class WordsInput {
  @Chars(1, 50) words!: string;
  @Optional() @Uuid() friend_id?: string;
}

@Action('say-hello', {
  access: 'authenticated',
  changes: true,
  about: 'greeting',
  description: 'Greets somebody.',
  input: WordsInput,
  result: GreetingResult,
})
export class SayHello {
  constructor(private readonly greetings: GreetingsRepository) {}

  async run({ input, caller }: Call<WordsInput>) {
    return { greeting: await this.greetings.say(caller.id, input.friend_id ?? null, input.words) };
  }
}

class More {
  @Written(1, 50) words!: string;
}

class ChangeInput {
  @Uuid() greeting_id!: string;
  @Written(1, 50) words!: string;
  @Optional() @ListOf(() => More) more?: More[];
  @Optional() @Chars(1, 50) because?: string;
}

export const GREETING = {
  entity: Greeting,
  by: 'greeting_id',
  seenIf: `t.words <> 'A secret' OR t.friend_id = $2`,
};

@Action('change-greeting', {
  access: 'owner',
  target: GREETING,
  changes: true,
  why: 'because',
  description: 'Says it otherwise.',
  input: ChangeInput,
  result: GreetingResult,
  refuses: { 409: ['Not these words'] },
})
export class ChangeGreeting {
  constructor(private readonly greetings: GreetingsRepository) {}

  async run({ input, target }: Call<ChangeInput, Greeting>) {
    const all = [input, ...(input.more ?? [])].map(({ words }) => words).join(' ');
    const greeting = await this.greetings.change(target.id, all);
    if (input.words === 'bad words') throw new Refusal(409, 'Not these words');
    return { greeting };
  }
}

class ReplyInput {
  @Uuid() reply_id!: string;
  @Chars(1, 50) words!: string;
}

class ReplyView {
  @Uuid() id!: string;
  @IsString() words!: string;
}

class ReplyResult {
  @Nested(() => ReplyView) reply!: ReplyView;
  @Uuid() greeting_id!: string;
}

const REPLY = {
  entity: GreetingReply,
  by: 'reply_id',
  thing: 'Reply',
  via: { entity: Greeting, by: 'greeting_id' },
};

@Action('change-reply', {
  access: 'owner',
  target: REPLY,
  changes: true,
  description: 'Who greets decides what is replied.',
  input: ReplyInput,
  result: ReplyResult,
})
export class ChangeReply {
  constructor(private readonly greetings: GreetingsRepository) {}

  async run({ input, target, parent }: Call<ReplyInput, GreetingReply, Greeting>) {
    return { reply: await this.greetings.reply(target.id, input.words), greeting_id: parent.id };
  }
}

export class GreetingInput {
  @Uuid() greeting_id!: string;
}

@Action('read-greeting', {
  access: 'authenticated',
  target: GREETING,
  party: ['owner_id', 'friend_id'],
  description: 'For both sides.',
  input: GreetingInput,
  result: GreetingResult,
})
export class ReadGreeting {
  async run({ target: { id, words, visits } }: Call<GreetingInput, Greeting>) {
    return { greeting: { id, words, visits } };
  }
}

class Told {
  @IsString() message!: string;
}

@Action('return-greeting', {
  access: 'owner',
  target: { ...GREETING, owner: 'friend_id' },
  changes: true,
  description: 'For who was greeted.',
  input: ChangeInput,
  result: Told,
})
export class ReturnGreeting {
  constructor(private readonly greetings: GreetingsRepository) {}

  async run({ input, target }: Call<ChangeInput, Greeting>) {
    await this.greetings.change(target.id, input.words);
    return { message: 'Returned' };
  }
}

class ReplyIdInput {
  @Uuid() reply_id!: string;
}

class ReadReplyResult {
  @Nested(() => ReplyView) reply!: ReplyView;
}

@Action('read-reply', {
  access: 'authenticated',
  target: REPLY,
  party: ['parent.owner_id', 'parent.friend_id'],
  description: 'For both sides of what was replied to.',
  input: ReplyIdInput,
  result: ReadReplyResult,
})
export class ReadReply {
  async run({ target: { id, words } }: Call<ReplyIdInput, GreetingReply>) {
    return { reply: { id, words } };
  }
}

class VisitResult {
  @IsInt() visits!: number;
  @IsBoolean() is_known!: boolean;
}

@Action('visit', {
  access: 'public',
  target: GREETING,
  notes: true,
  description: 'Counts who comes by.',
  input: GreetingInput,
  result: VisitResult,
})
export class Visit {
  constructor(private readonly greetings: GreetingsRepository) {}

  async run({ target, caller }: PublicCall<GreetingInput, Greeting>) {
    return { ...(await this.greetings.visit(target)), is_known: caller !== undefined };
  }
}

/** How often an action has prepared something, and whether a transaction was open then. */
export const preparations: boolean[] = [];

@Action('polish-greeting', {
  access: 'owner',
  target: GREETING,
  changes: true,
  description: 'Prepares its words before the transaction.',
  input: ChangeInput,
  result: GreetingResult,
  refuses: { 409: ['Not these words'] },
})
export class PolishGreeting {
  constructor(
    private readonly greetings: GreetingsRepository,
    private readonly database: DatabaseService,
  ) {}

  async prepare({ input, target }: Preparation<ChangeInput, Greeting>) {
    preparations.push(this.database.inTransaction());
    if (input.words === 'unpolishable') throw new Refusal(409, 'Not these words');
    return `${target.words} / ${input.words}`;
  }

  async run({ target, prepared }: Call<ChangeInput, Greeting, undefined, string>) {
    return { greeting: await this.greetings.change(target.id, prepared) };
  }
}

@Action('bump-greeting', {
  access: 'owner',
  target: GREETING,
  notes: true,
  description: 'Counts a visit too often for an event of each.',
  input: GreetingInput,
  result: Told,
})
export class BumpGreeting {
  constructor(private readonly greetings: GreetingsRepository) {}

  async run({ target }: Call<GreetingInput, Greeting>) {
    await this.greetings.visit(target);
    return { message: 'Bumped' };
  }
}

class Result {
  @IsString() message!: string;
}

@Action('forget-all', {
  access: 'admin',
  changes: true,
  about: null,
  description: 'For staff.',
  result: Result,
})
export class ForgetAll {
  async run() {
    return { message: 'Forgotten' };
  }
}

@Action('write-unsaid', {
  access: 'owner',
  target: GREETING,
  description: 'Writes, and does not say so.',
  input: GreetingInput,
  result: Result,
})
export class WriteUnsaid {
  constructor(private readonly greetings: GreetingsRepository) {}

  async run({ target }: Call<GreetingInput, Greeting>) {
    await this.greetings.remove(target.id);
    return { message: 'Written' };
  }
}
