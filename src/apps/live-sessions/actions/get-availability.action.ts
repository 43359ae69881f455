import { answerWith } from '../../../platform/http/answers.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AddressesService } from '../addresses.service.js';
import { AvailabilityView, presentAvailability } from '../schedules/availability.views.js';
import { SchedulesService } from '../schedules/schedules.service.js';

class Result extends answerWith('availability', () => AvailabilityView) {}

@Action('get-availability', {
  access: 'authenticated',
  description: 'The time zone, open hours, blocked times and calendar feed of the caller.',
  result: Result,
})
export class GetAvailability {
  constructor(
    private readonly schedules: SchedulesService,
    private readonly addresses: AddressesService,
  ) {}

  async run({ caller }: Call) {
    return { availability: presentAvailability(await this.schedules.of(caller.id), this.addresses.feed) };
  }
}
