import { Instant, Optional } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { EntryRepository } from '../entries/entry.repository.js';
import { wholeSecond } from '../entries/entry-rules.service.js';
import { EntryResult, presentEntry } from '../entries/entry.views.js';
import { OwnerStateRepository } from '../entries/owner-state.repository.js';
import { TimerService } from '../entries/timer.service.js';

const TOLERANCE = 1_000;

class Input {
  /** Now if it is not given. */
  @Optional() @Instant() ended_at?: string;
}

@Action('stop-timer', {
  access: 'authenticated',
  changes: true,
  about: 'entry',
  description: 'Ends the running timer. It counts one second at least.',
  input: Input,
  result: EntryResult,
  refuses: { 400: ['End must be after the start', 'Entry is in the future'], 404: ['No timer is running'] },
})
export class StopTimer {
  constructor(
    private readonly entries: EntryRepository,
    private readonly states: OwnerStateRepository,
    private readonly timer: TimerService,
  ) {}

  async run({ input, caller: { id } }: Call<Input>): Promise<EntryResult> {
    const lockedUntil = await this.states.lock(id, 'share');
    const running = await this.entries.running(id);
    if (!running) throw new Refusal(404, 'No timer is running');
    if (input.ended_at !== undefined) {
      if (Date.parse(input.ended_at) <= +running.started_at) throw new Refusal(400, 'End must be after the start');
      if (Date.parse(input.ended_at) > Date.now() + TOLERANCE) throw new Refusal(400, 'Entry is in the future');
    }
    const ended_at = this.timer.endOf(running, wholeSecond(input.ended_at ?? Date.now()));
    const entry = await this.entries.end(running.id, ended_at);
    if (!entry) throw new Refusal(404, 'No timer is running');
    return { entry: presentEntry(entry, lockedUntil) };
  }
}
