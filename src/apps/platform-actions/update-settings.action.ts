import { Injectable } from '@nestjs/common';
import { partial } from '../../platform/http/fields.js';
import type { AppDeclaration } from '../kernel/app.js';
import { AppSettings } from '../kernel/app-settings.js';
import type { Call } from '../kernel/calls/action.js';
import { PlatformActions } from '../kernel/platform-actions.port.js';
import { answerWith } from './answer-with.js';

@Injectable()
export class UpdateSettings extends PlatformActions {
  constructor(private readonly settings: AppSettings) {
    super();
  }

  of({ settings: type }: AppDeclaration) {
    return [
      this.action('update-settings', {
        access: 'authenticated',
        description: 'Changes the settings that are given; the others stay.',
        changes: true,
        about: null,
        input: partial(type),
        result: answerWith('settings', type),
        run: async ({ caller, input }: Call) => ({
          settings: await this.settings.change(type, caller.id, input),
        }),
      }),
    ];
  }
}
