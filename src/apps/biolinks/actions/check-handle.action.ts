import { IsBoolean, IsIn, IsString } from 'class-validator';
import { Optional } from '../../../platform/http/fields.js';
import { Action, type PublicCall } from '../../kernel/calls/action.js';
import type { HandleFault } from '../../kernel/handles/handles.js';
import { PageHandles } from '../pages/handles.js';
import { Handle } from '../pages/page.inputs.js';

class Input {
  @Handle() handle!: string;
}

class Result {
  @IsBoolean() available!: boolean;
  @Optional() @IsIn(['invalid', 'reserved', 'taken']) reason?: HandleFault;
  /** Free ones that are like it, where this one is not free. */
  @IsString({ each: true }) suggestions!: string[];
}

@Action('check-handle', {
  access: 'public',
  description: 'Whether a page can have a handle, and which others are free.',
  input: Input,
  result: Result,
})
export class CheckHandle {
  constructor(private readonly handles: PageHandles) {}

  async run({ input, caller }: PublicCall<Input>): Promise<Result> {
    const handle = input.handle.toLowerCase();
    const reason = await this.handles.faultOf(handle, { id: null, keeper: caller?.id });
    if (!reason) return { available: true, suggestions: [] };
    return { available: false, reason, suggestions: await this.handles.suggestions(handle) };
  }
}
