import { IsIn, Matches } from 'class-validator';
import { NOW } from '../../../platform/database/entity.repository.js';
import { answerWith } from '../../../platform/http/answers.js';
import { Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { DesksService } from '../desks/desks.service.js';
import { CANNED_STATUSES, type CannedReply } from '../entities/desk.entity.js';
import { CannedReplyRepository } from '../replies/canned-reply.repository.js';
import { checkPlaceholders } from '../replies/placeholders.js';
import { present } from '../../kernel/rows/view.js';
import { CannedReplyView } from '../replies/canned-replies.service.js';

const MOST = 500;

type Fields = Pick<CannedReply, 'shortcut' | 'title' | 'body' | 'status'>;

class Input {
  @Optional() @Uuid() desk_id?: string;
  /** Without it, another one is made. */
  @Optional() @Uuid() canned_reply_id?: string;
  @Optional() @Matches(/^[a-z0-9-]{1,40}$/) shortcut?: string;
  @Optional() @Written(1, 120) title?: string;
  /** With {{requester.name}}, {{agent.name}}, {{ticket.number}} and {{ticket.subject}} filled in when it is used. */
  @Optional() @Written(1, 20_000) body?: string;
  @Optional() @IsIn(CANNED_STATUSES) status?: (typeof CANNED_STATUSES)[number];
}

class Result extends answerWith('canned_reply', () => CannedReplyView) {}

@Action('save-canned-reply', {
  access: 'authenticated',
  changes: true,
  about: 'canned_reply',
  description: 'Words that a desk says often, under a shortcut.',
  input: Input,
  result: Result,
  refuses: {
    400: ['Unknown placeholder: <name>', 'shortcut, title and body are required', 'desk_id is required'],
    403: ['Forbidden'],
    404: ['Canned reply not found'],
    409: ['Shortcut already taken', 'At most 500 canned replies'],
  },
})
export class SaveCannedReply {
  constructor(
    private readonly desks: DesksService,
    private readonly replies: CannedReplyRepository,
  ) {}

  /** The desk is locked, so that a shortcut belongs to one reply and the limit holds. */
  async run({ input: { desk_id, canned_reply_id, ...wanted }, caller, operationId }: Call<Input>) {
    const owner_id = await this.desks.meant(desk_id, caller);
    await this.desks.lock(owner_id);
    const known = canned_reply_id && (await this.replies.the({ id: canned_reply_id, owner_id }, 'Canned reply'));
    const fields = fieldsOf(wanted, known || undefined);
    checkPlaceholders(fields.body);
    const holder = await this.replies.findOne({ owner_id, shortcut: fields.shortcut });
    if (holder && holder.id !== canned_reply_id) throw new Refusal(409, 'Shortcut already taken');
    const isOneMore = fields.status === 'active' && (!known || known.status !== 'active');
    if (isOneMore && (await this.replies.countWhere({ owner_id, status: 'active' })) >= MOST)
      throw new Refusal(409, `At most ${MOST} canned replies`);
    const saved = known
      ? await this.replies.updateOne({ id: known.id }, { ...fields, updated_at: NOW })
      : await this.replies.insert({ id: operationId, owner_id, ...fields });
    return { canned_reply: present(CannedReplyView, saved as CannedReply) };
  }
}

function fieldsOf({ shortcut, title, body, status }: Partial<Fields>, known?: CannedReply): Fields {
  const fields = {
    shortcut: shortcut ?? known?.shortcut,
    title: title ?? known?.title,
    body: body ?? known?.body,
    status: status ?? known?.status ?? 'active',
  };
  if (!fields.shortcut || !fields.title || !fields.body)
    throw new Refusal(400, 'shortcut, title and body are required');
  return fields as Fields;
}
