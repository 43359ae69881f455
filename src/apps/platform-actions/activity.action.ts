import { Injectable } from '@nestjs/common';
import { IsArray, IsString } from 'class-validator';
import { pageOf } from '../../platform/http/answers.js';
import { Nested, Nullable, Optional, Time } from '../../platform/http/fields.js';
import type { AppDeclaration } from '../kernel/app.js';
import type { Call } from '../kernel/calls/action.js';
import { Page, pageQuery } from '../kernel/lists/page.js';
import { PlatformActions } from '../kernel/platform-actions.port.js';
import { ActivityRepository } from './activity.repository.js';

class ActivityTarget {
  @IsString() type!: string;
  @Optional() @IsString() id?: string;
  /** Of a call that changed several at once. */
  @Optional() @IsArray() @IsString({ each: true }) ids?: string[];
}

class ActivityEntry {
  @IsString() action!: string;
  @Nullable() @Nested(() => ActivityTarget) target!: ActivityTarget | null;
  /** Why, where that was said. */
  @Optional() @IsString() reason?: string;
  @Time() at!: Date;
}

class ActivityAnswer extends pageOf('activity', () => ActivityEntry) {}

@Injectable()
export class Activity extends PlatformActions {
  constructor(private readonly done: ActivityRepository) {
    super();
  }

  of({ slug }: AppDeclaration) {
    return [
      this.action('activity', {
        access: 'authenticated',
        description: "The caller's own past calls of changing actions in this app, newest first.",
        input: Page,
        result: ActivityAnswer,
        run: async ({ caller, input }: Call<Page>) => {
          const { rows, next_cursor } = await this.done.of(caller.id, slug, pageQuery(input));
          const activity = rows.map(({ action, target, reason, at }) => ({
            action,
            target,
            at,
            ...(reason !== null && { reason }),
          }));
          return { activity, next_cursor };
        },
      }),
    ];
  }
}
