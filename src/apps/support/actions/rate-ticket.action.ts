import { IsInt, Max, Min } from 'class-validator';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { forbidden, Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { Ticket } from '../entities/ticket.entity.js';
import { RatingRepository } from '../ratings/rating.repository.js';
import { SupportNotificationsService } from '../support-notifications.service.js';
import { present } from '../../kernel/rows/view.js';
import { SupportSettings } from '../support.settings.js';
import { RatingView } from '../support.views.js';
import { TicketAccessService } from '../tickets/ticket-access.service.js';
import { TicketEventRepository } from '../tickets/ticket-event.repository.js';
import { TicketRepository } from '../tickets/ticket.repository.js';

const DAYS_7 = 7 * 24 * 60 * 60 * 1000;
const BAD = 2;

class Input {
  @Uuid() ticket_id!: string;
  @IsInt() @Min(1) @Max(5) score!: number;
  @Optional() @Written(0, 2000) comment?: string;
}

class Result extends answerWith('rating', () => RatingView) {}

@Action('rate-ticket', {
  access: 'authenticated',
  target: { entity: Ticket, by: 'ticket_id' },
  party: ['requester_id'],
  changes: true,
  description: 'Rates how a ticket was handled, as its customer; the rating can be changed for a week.',
  input: Input,
  result: Result,
  refuses: {
    409: [
      'Ticket was merged into #<n>',
      'Ticket is not resolved yet',
      'Rating can no longer be changed',
      'Ratings are off',
    ],
  },
})
export class RateTicket {
  constructor(
    private readonly ratings: RatingRepository,
    private readonly rows: TicketRepository,
    private readonly events: TicketEventRepository,
    private readonly access: TicketAccessService,
    private readonly settings: AppSettings,
    private readonly notifications: SupportNotificationsService,
  ) {}

  async run({ input: { score, comment }, caller, target: ticket }: Call<Input, Ticket>) {
    // Staff passes for a party, and is no customer.
    if (ticket.requester_id !== caller.id) throw forbidden();
    await this.access.refuseMerged(ticket);
    if (!ticket.resolved_at) throw new Refusal(409, 'Ticket is not resolved yet');
    const [known, now] = [await this.ratings.findOne({ ticket_id: ticket.id }), await this.rows.now()];
    if (known && +now > +known.created_at + DAYS_7) throw new Refusal(409, 'Rating can no longer be changed');
    const { ratings } = await this.settings.of(SupportSettings, ticket.owner_id);
    if (!ratings) throw new Refusal(409, 'Ratings are off');
    const { owner_id: desk_owner_id, assignee_id: agent_id } = ticket;
    const whose = { owner_id: caller.id, ticket_id: ticket.id, desk_owner_id, agent_id };
    const rating = await this.ratings.set({ ...whose, score, comment: comment || null });
    const event = { ticket_id: ticket.id, actor_id: caller.id, kind: 'rated', data: { score } } as const;
    await this.events.record([{ ...event, created_at: now }]);
    if (score <= BAD && known?.score !== score) this.notifications.ratedBadly(ticket, score, rating.comment);
    return { rating: present(RatingView, rating) };
  }
}
