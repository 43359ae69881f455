import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import { Day, Optional } from '../../platform/http/fields.js';
import { invalid } from '../../platform/http/refusal.js';
import type { AppDeclaration } from '../kernel/app.js';
import type { AppStats, Days } from '../kernel/stats/app-stats.js';
import type { Call } from '../kernel/calls/action.js';
import { PlatformActions } from '../kernel/platform-actions.port.js';
import { answerWith } from './answer-with.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 30;
/** There is nothing before it or after it; zones and sums of days stay within what dates can be. */
const EVER = { from: '1970-01-01', to: '2999-12-31' };

class StatsInput {
  @Optional() @Day() from?: string;
  @Optional() @Day() to?: string;
}

@Injectable()
export class Stats extends PlatformActions {
  constructor(private readonly modules: ModuleRef) {
    super();
  }

  of({ stats: type }: AppDeclaration) {
    const stats: AppStats = this.modules.get(type as never, { strict: false });
    return [
      this.action('stats', {
        access: 'authenticated',
        description: 'Figures over what the caller owns, of the last 30 days where no days are given.',
        input: StatsInput,
        result: answerWith('stats', stats.shape),
        run: async ({ caller, input }: Call<StatsInput>) => ({
          stats: await stats.of(caller.id, daysOf(input)),
        }),
      }),
    ];
  }
}

function daysOf({ from, to }: StatsInput): Days {
  const last = to ?? day(Date.now());
  if (from && from > last) throw invalid({ field: 'from', message: 'from must not be after to' });
  const end = within(last);
  return { from: within(from ?? day(Date.parse(end) - (DAYS - 1) * DAY_MS)), to: end };
}

const within = (asked: string) => (asked < EVER.from ? EVER.from : asked > EVER.to ? EVER.to : asked);
const day = (moment: number) => new Date(moment).toISOString().slice(0, 10);
