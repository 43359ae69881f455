import { AppProvider } from '../../kernel/app-provider.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Desks } from '../desks/desks.js';
import { DeskRepository } from '../desks/desk.repository.js';
import type { CannedReply } from '../entities/desk.entity.js';
import { type CannedFields, CannedReplyRepository } from './canned-reply.repository.js';
import { checkPlaceholders, filled, type Filling } from './placeholders.js';
import type { TicketRow } from '../entities/ticket.entity.js';

const MOST = 500;

type Wanted = Partial<CannedFields> & { canned_reply_id?: string };

/** Words that a desk says often. */
@AppProvider()
export class CannedReplies {
  constructor(
    private readonly rows: CannedReplyRepository,
    private readonly desks: Desks,
    private readonly people: DeskRepository,
  ) {}

  /** One after the other at a desk, so that a shortcut is of one, and there are never too many. */
  async save(id: string, ownerId: string, { canned_reply_id, ...wanted }: Wanted): Promise<CannedReply> {
    await this.desks.lock(ownerId);
    const known = canned_reply_id ? await this.rows.find(canned_reply_id, ownerId) : undefined;
    if (canned_reply_id && !known) throw notFound('Canned reply');
    const fields = fieldsOf(wanted, known);
    checkPlaceholders(fields.body);
    const holder = await this.rows.withShortcut(ownerId, fields.shortcut);
    if (holder && holder !== known?.id) throw new Refusal(409, 'Shortcut already taken');
    const isOneMore = fields.status === 'active' && known?.status !== 'active';
    if (isOneMore && (await this.rows.active(ownerId)) >= MOST)
      throw new Refusal(409, `At most ${MOST} canned replies`);
    return known ? this.rows.update(known.id, fields) : this.rows.insert(id, ownerId, fields);
  }

  /** Its words for a ticket, as this agent says them. */
  async use(id: string, ticket: TicketRow, agentId: string): Promise<string> {
    const reply = await this.rows.find(id, ticket.owner_id);
    if (reply?.status !== 'active') throw notFound('Canned reply');
    return filled(reply.body, await this.filling(ticket, agentId));
  }

  used(id: string): void {
    this.rows.used(id);
  }

  async filling({ owner_id, requester_id, number, subject }: TicketRow, agentId: string): Promise<Filling> {
    const names = await this.people.names([requester_id, agentId], owner_id);
    return {
      'requester.name': names.get(requester_id) ?? 'customer',
      'agent.name': names.get(agentId) ?? 'Support',
      'ticket.number': String(number),
      'ticket.subject': subject,
    };
  }
}

function fieldsOf({ shortcut, title, body, status }: Partial<CannedFields>, known?: CannedReply): CannedFields {
  const fields = {
    shortcut: shortcut ?? known?.shortcut,
    title: title ?? known?.title,
    body: body ?? known?.body,
    status: status ?? known?.status ?? 'active',
  };
  if (!fields.shortcut || !fields.title || !fields.body)
    throw new Refusal(400, 'shortcut, title and body are required');
  return fields as CannedFields;
}
