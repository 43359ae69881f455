import { AppProvider } from '../../kernel/app-provider.js';
import { DeskRepository } from '../desks/desk.repository.js';
import { Naming } from '../desks/naming.js';
import { MessageRepository } from '../messages/message.repository.js';
import { Uploads } from '../messages/uploads.js';
import { RatingRepository } from '../ratings/rating.repository.js';
import { present } from '../../kernel/rows/view.js';
import { RatingView } from '../support.views.js';
import { presentMessage } from '../support.presenter.js';
import type { Seen } from './ticket-access.js';
import { StoryRepository } from './story.repository.js';

/** A ticket with all that belongs to it, as the desk or its customer sees it. */
@AppProvider()
export class TicketDetails {
  constructor(
    private readonly messages: MessageRepository,
    private readonly uploads: Uploads,
    private readonly story: StoryRepository,
    private readonly ratings: RatingRepository,
    private readonly naming: Naming,
    private readonly people: DeskRepository,
  ) {}

  async of({ ticket, isDesk }: Seen, before: number, limit: number) {
    const [named, messages, events, rating] = await Promise.all([
      this.naming.tickets([ticket], isDesk),
      this.messages.page(ticket.id, before, isDesk, limit),
      this.story.of(ticket.id, isDesk),
      this.ratings.of(ticket.id),
    ]);
    const authors = messages.flatMap(({ author_id }) => author_id ?? []);
    const [names, uploads] = await Promise.all([
      this.people.names(authors, ticket.owner_id),
      this.uploads.of(messages.map(({ id }) => id)),
    ]);
    return {
      ticket: named[0],
      messages: messages.map((row) => ({
        ...presentMessage(row, uploads.get(row.id) ?? [], this.uploads),
        author_name: (row.author_id && names.get(row.author_id)) ?? null,
      })),
      events,
      rating: rating ? present(RatingView, rating) : null,
    };
  }
}
