import { AppProvider } from '../../kernel/app-provider.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { presentTicket } from '../support.views.js';
import { SupportSettings } from '../support.settings.js';
import type { NamedTicketView } from '../support.views.js';
import { DeskRepository } from './desk.repository.js';
import type { TicketRow } from '../entities/ticket.entity.js';

/** How people and desks are called by those who look at tickets. */
@AppProvider()
export class NamesService {
  constructor(
    private readonly people: DeskRepository,
    private readonly settings: AppSettings,
  ) {}

  /** Of one desk, or of one customer at several. */
  async tickets(rows: TicketRow[], isDesk: boolean): Promise<NamedTicketView[]> {
    if (!rows.length) return [];
    const desks = [...new Set(rows.map(({ owner_id }) => owner_id))];
    const users = rows.flatMap((row) => [row.owner_id, row.requester_id, row.assignee_id ?? []].flat());
    const [names, settings] = await Promise.all([
      this.people.namesAt(users, desks),
      this.settings.ofMany(SupportSettings, desks),
    ]);
    const nameOf = (id: string | null, at: string) => (id && names.get(`${at} ${id}`)) ?? null;
    return rows.map((row) => ({
      ...presentTicket(row, isDesk),
      desk_name: settings.get(row.owner_id)?.desk_name || nameOf(row.owner_id, row.owner_id),
      requester_name: nameOf(row.requester_id, row.owner_id),
      assignee_name: nameOf(row.assignee_id, row.owner_id),
    }));
  }

  async ofDesk(ownerId: string): Promise<string | null> {
    const { desk_name } = await this.settings.of(SupportSettings, ownerId);
    return desk_name || ((await this.people.names([ownerId], ownerId)).get(ownerId) ?? null);
  }
}
