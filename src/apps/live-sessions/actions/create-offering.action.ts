import { IsIn, IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { KINDS, type OfferingKind } from '../entities/offering.entity.js';
import { LiveSessionsSettings } from '../live-sessions.settings.js';
import { JOIN_URL_REFUSED, OfferingFields, SEATS_REFUSED, valuesOf } from '../offerings/offering.inputs.js';
import { OfferingRepository, TOO_MANY_OFFERINGS } from '../offerings/offering.repository.js';
import { OfferingView, presentOffering } from '../offerings/offering.views.js';
import { ScheduleRepository } from '../schedules/schedule.repository.js';

class Input extends OfferingFields {
  @Written(1, 160) title!: string;
  @IsIn(KINDS) kind!: OfferingKind;
  @IsInt() @Min(5) @Max(480) duration_minutes!: number;
}

/** Of a group whose host names no number. */
const SEATS = 10;

class Result extends answerWith('offering', () => OfferingView) {}

@Action('create-offering', {
  access: 'authenticated',
  changes: true,
  about: 'offering',
  description: 'Offers live time: one-to-one calls in the open hours of the caller, or group sessions with seats.',
  input: Input,
  result: Result,
  refuses: {
    400: [SEATS_REFUSED, JOIN_URL_REFUSED, 'Price must be 0 or at least {least}'],
    409: [TOO_MANY_OFFERINGS],
  },
})
export class CreateOffering {
  constructor(
    private readonly offerings: OfferingRepository,
    private readonly schedules: ScheduleRepository,
    private readonly settings: AppSettings,
  ) {}

  async run({ input, caller }: Call<Input>) {
    const { default_currency } = await this.settings.of(LiveSessionsSettings, caller.id);
    const values = valuesOf(input, { kind: input.kind, price_minor: 0, currency: default_currency.toLowerCase() });
    await this.schedules.lockCalendar(caller.id);
    await this.offerings.expectRoom(caller.id);
    const offering = await this.offerings.insert({
      ...values,
      owner_id: caller.id,
      seats: input.kind === 'group' ? (input.seats ?? SEATS) : 1,
      slot_step_minutes: input.slot_step_minutes ?? input.duration_minutes,
    });
    return { offering: presentOffering(offering, caller.id) };
  }
}
