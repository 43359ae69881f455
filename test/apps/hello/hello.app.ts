import { Injectable } from '@nestjs/common';
import { IsBoolean, IsInt } from 'class-validator';
import { type ActionClass, declaredAction, type Type } from '../../../src/apps/kernel/calls/action.js';
import { App } from '../../../src/apps/kernel/app.js';
import { AppStats, type Days } from '../../../src/apps/kernel/stats/app-stats.js';
import { fileAnswer, jsonAnswer } from '../../../src/apps/kernel/pages/public-answers.js';
import { PublicSurface, type PublicRequest } from '../../../src/apps/kernel/pages/public-surface.js';
import { Chars, Nested, Nullable } from '../../../src/platform/http/fields.js';
import * as actions from './actions.js';
import { CountingFilter } from './counting.filter.js';
import { Greeting, GreetingReply, Letter } from './entities.js';
import * as letters from './letter.actions.js';
import * as shapes from './shape.actions.js';
import * as waiting from './waiting.actions.js';
import { GreetingsRepository } from './greetings.repository.js';
import { Hello1799000000000 } from './migration.js';

class Hours {
  @Chars(5, 5) from!: string;
  @Chars(5, 5) to!: string;
}

class HelloSettings {
  @Chars(1, 20) language = 'english';
  @IsBoolean() loud = false;
  @Nullable() @IsInt() most: number | null = null;
  @Nullable() @Nested(() => Hours) hours: Hours | null = null;
}

class HelloFigures {
  @IsInt() days!: number;
}

@Injectable()
class HelloStats extends AppStats {
  readonly shape = HelloFigures;

  async of(_userId: string, { from, to }: Days) {
    return { days: (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 };
  }
}

@Injectable()
class HelloSurface extends PublicSurface {
  protected readonly routes = {
    gone: () => undefined,
    'numbers/:id.json': (_: PublicRequest, { id }: Record<string, string>) => jsonAnswer({ id }, { etag: true }),
    'POST hooks/:token': ({ body }: PublicRequest, { token }: Record<string, string>) =>
      fileAnswer('text/plain', `${token} ${body.toString()}`, { status: 202 }),
    '*path': ({ path, query, method, domain }: PublicRequest) =>
      fileAnswer('text/plain', `${method} ${path}?${query}${domain ? ` on ${domain.host}` : ''}`),
  };
}

/** The files have more in them than actions. */
const isAction = (one: unknown): one is Type<ActionClass> =>
  typeof one === 'function' && declaredAction(one as Type<ActionClass>) !== undefined;

@App({
  slug: 'hello',
  name: 'Hello',
  description: 'Greets.',
  icon: 'hand',
  category: 'examples',
  version: '1.0.0',
  uses: [],
  entities: [Greeting, GreetingReply, Letter],
  migrations: [Hello1799000000000],
  actions: [actions, letters, shapes, waiting].flatMap((file) => Object.values<unknown>(file).filter(isAction)),
  settings: HelloSettings,
  stats: HelloStats,
  surface: HelloSurface,
  providers: [GreetingsRepository, CountingFilter],
})
export class HelloApp {}
