import { Injectable } from '@nestjs/common';
import type { AppDeclaration } from '../kernel/app.js';
import { AppSettings } from '../kernel/app-settings.js';
import { type Call, NoInput } from '../kernel/calls/action.js';
import { PlatformActions } from '../kernel/platform-actions.port.js';
import { answerWith } from './answer-with.js';

@Injectable()
export class GetSettings extends PlatformActions {
  constructor(private readonly settings: AppSettings) {
    super();
  }

  of({ settings: type }: AppDeclaration) {
    return [
      this.action('get-settings', {
        access: 'authenticated',
        description: "The caller's settings of this app, its defaults filled in.",
        input: NoInput,
        result: answerWith('settings', type),
        run: async ({ caller }: Call) => ({ settings: await this.settings.of(type, caller.id) }),
      }),
    ];
  }
}
