import { answerWith } from '../../../platform/http/answers.js';
import { Instant, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { EventFields, EventZone, expectOptions, timesOf } from '../catalogue/event.inputs.js';
import { EventRepository } from '../catalogue/event.repository.js';
import { EventView, presentFromInside } from '../catalogue/event.views.js';
import { EventsSettings } from '../events.settings.js';

const MOST_DRAFTS = 200;

class Input extends EventFields {
  @Written(1, 200) title!: string;
  @Instant() starts_at!: string;
  @Instant() ends_at!: string;
  @EventZone() timezone!: string;
}

class Result extends answerWith('event', () => EventView) {}

@Action('create-event', {
  access: 'authenticated',
  changes: true,
  about: 'event',
  description: 'Makes a draft of an event.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Event must end after it starts', 'Unknown time zone', 'Options belong to questions of the type choice'],
    409: ['Slug already taken', 'At most 200 drafts'],
  },
})
export class CreateEvent {
  constructor(
    private readonly events: EventRepository,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { slug, currency, ...fields } = input;
    const times = timesOf(input);
    expectOptions(input.questions);
    await this.events.lockOwner(caller.id);
    const drafts = await this.events.countWhere({ owner_id: caller.id, status: 'draft' });
    if (drafts >= MOST_DRAFTS) throw new Refusal(409, `At most ${MOST_DRAFTS} drafts`);
    const settings = await this.settings.of(EventsSettings, caller.id);
    const values = {
      cancel_until_hours: settings.cancel_until_hours,
      ...fields,
      ...times,
      owner_id: caller.id,
      currency: (currency ?? settings.default_currency).toLowerCase(),
    };
    return { event: presentFromInside(await this.events.create(values, slug)) };
  }
}
