import { IsIn, IsInt, Max, Min } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { hostOf, type Offering, OFFERING, OFFERING_STATUSES } from '../entities/offering.entity.js';
import { JOIN_URL_REFUSED, OfferingFields, SEATS_REFUSED, valuesOf } from '../offerings/offering.inputs.js';
import { OfferingRepository, TOO_MANY_OFFERINGS } from '../offerings/offering.repository.js';
import { OfferingView, presentOffering } from '../offerings/offering.views.js';
import { ScheduleRepository } from '../schedules/schedule.repository.js';

class Input extends OfferingFields {
  @Uuid() offering_id!: string;
  @Optional() @Written(1, 160) title?: string;
  @Optional() @IsInt() @Min(5) @Max(480) duration_minutes?: number;
  @Optional() @IsIn(OFFERING_STATUSES) status?: (typeof OFFERING_STATUSES)[number];
}

class Result extends answerWith('offering', () => OfferingView) {}

@Action('update-offering', {
  access: 'owner',
  target: OFFERING,
  changes: true,
  description: 'Changes an offering for later sessions and bookings; archived, it cannot be booked.',
  input: Input,
  result: Result,
  refuses: {
    400: [SEATS_REFUSED, JOIN_URL_REFUSED, 'Price must be 0 or at least {least}'],
    409: [TOO_MANY_OFFERINGS, 'Offering has no host'],
  },
})
export class UpdateOffering {
  constructor(
    private readonly offerings: OfferingRepository,
    private readonly schedules: ScheduleRepository,
  ) {}

  async run({ input: { offering_id, ...fields }, target: before, caller }: Call<Input, Offering>) {
    const values = valuesOf(fields, before);
    if (before.status === 'archived' && fields.status === 'active') await this.expectRoom(before);
    const changed = await this.offerings.updateOne({ id: offering_id }, { ...values, updated_at: NOW });
    return { offering: presentOffering(changed as Offering, caller.id) };
  }

  private async expectRoom(offering: Offering): Promise<void> {
    const hostId = hostOf(offering);
    await this.schedules.lockCalendar(hostId);
    await this.offerings.expectRoom(hostId);
  }
}
