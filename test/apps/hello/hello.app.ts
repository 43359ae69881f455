import { Injectable } from '@nestjs/common';
import { IsBoolean, IsInt } from 'class-validator';
import { App } from '../../../src/apps/kernel/app.js';
import { AppStats, type Days } from '../../../src/apps/kernel/app-stats.js';
import { PublicSurface, type PublicRequest } from '../../../src/apps/kernel/public-surface.js';
import { Chars, Nested, Nullable } from '../../../src/platform/http/input/fields.js';
import * as actions from './actions.js';
import { Greeting, GreetingReply } from './entities.js';
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
  async answer({ path, query, method }: PublicRequest) {
    if (path === 'gone') return undefined;
    return { status: 200, headers: { 'content-type': 'text/plain' }, body: `${method} ${path}?${query}` };
  }
}

const { world: _, ...all } = actions;

@App({
  slug: 'hello',
  name: 'Hello',
  description: 'Greets.',
  icon: 'hand',
  category: 'examples',
  version: '1.0.0',
  uses: [],
  entities: [Greeting, GreetingReply],
  migrations: [Hello1799000000000],
  actions: Object.values(all),
  settings: HelloSettings,
  stats: HelloStats,
  surface: HelloSurface,
  providers: [GreetingsRepository],
})
export class HelloApp {}
