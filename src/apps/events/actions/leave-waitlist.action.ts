import { Uuid } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { OffersService } from '../waitlist/offers.service.js';
import { WaitlistEntry } from '../waitlist/waitlist-entry.entity.js';
import { WaitlistRepository } from '../waitlist/waitlist.repository.js';

class Input {
  @Uuid() waitlist_entry_id!: string;
}

@Action('leave-waitlist', {
  access: 'owner',
  // The event is locked first.
  target: { entity: WaitlistEntry, by: 'waitlist_entry_id', thing: 'Waitlist entry', lock: false },
  changes: true,
  description: 'Gives up the place on a waitlist; seats of an open offer pass on.',
  input: Input,
  result: MessageResult,
  refuses: { 409: ['Waitlist entry is closed'] },
})
export class LeaveWaitlist {
  constructor(
    private readonly entries: WaitlistRepository,
    private readonly offers: OffersService,
  ) {}

  async run({ target: { id, event_id } }: Call<Input, WaitlistEntry>): Promise<MessageResult> {
    await this.offers.begin(event_id);
    const entry = await this.entries.lock(id);
    if (entry?.status !== 'waiting' && entry?.status !== 'offered') throw new Refusal(409, 'Waitlist entry is closed');
    await this.entries.change(id, { status: 'left' });
    if (entry.status === 'offered') {
      await this.offers.giveBack(event_id, [entry]);
      await this.offers.offerFree(event_id);
    }
    return { message: 'Left the waitlist' };
  }
}
