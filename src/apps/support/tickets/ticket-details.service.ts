import { AppProvider } from '../../kernel/app-provider.js';
import { DeskRepository } from '../desks/desk.repository.js';
import { NamesService } from '../desks/names.service.js';
import { MessageRepository } from '../messages/message.repository.js';
import { UploadsService } from '../messages/uploads.service.js';
import { RatingRepository } from '../ratings/rating.repository.js';
import { present } from '../../kernel/rows/view.js';
import { RatingView, presentMessage } from '../support.views.js';
import type { Seen } from './ticket-access.service.js';
import { TicketEventRepository } from './ticket-event.repository.js';

/** A ticket with all that belongs to it, as the desk or its customer sees it. */
@AppProvider()
export class TicketDetailsService {
  constructor(
    private readonly messages: MessageRepository,
    private readonly uploads: UploadsService,
    private readonly events: TicketEventRepository,
    private readonly ratings: RatingRepository,
    private readonly names: NamesService,
    private readonly people: DeskRepository,
  ) {}

  async of({ ticket, isDesk }: Seen, before: number, limit: number) {
    const [named, messages, events, rating] = await Promise.all([
      this.names.tickets([ticket], isDesk),
      this.messages.page(ticket.id, before, isDesk, limit),
      this.events.of(ticket.id, isDesk),
      this.ratings.findOne({ ticket_id: ticket.id }),
    ]);
    const authors = messages.flatMap(({ author_id }) => author_id ?? []);
    const [names, uploads] = await Promise.all([
      this.people.names(authors, ticket.owner_id),
      this.uploads.of(messages.map(({ id }) => id)),
    ]);
    return {
      ticket: named[0],
      messages: messages.map((row) => ({
        ...presentMessage(row, uploads.get(row.id) ?? [], this.uploads.open),
        author_name: (row.author_id && names.get(row.author_id)) ?? null,
      })),
      events,
      rating: rating ? present(RatingView, rating) : null,
    };
  }
}
