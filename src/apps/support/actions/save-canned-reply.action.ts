import { IsIn, Matches } from 'class-validator';
import { Nested, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Desks } from '../desks/desks.js';
import { CANNED_STATUSES } from '../entities/desk.entity.js';
import { CannedReplies } from '../replies/canned-replies.js';
import { present } from '../../kernel/rows/view.js';
import { CannedReplyView } from '../support.views.js';

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

class Result {
  @Nested(() => CannedReplyView) canned_reply!: CannedReplyView;
}

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
    private readonly desks: Desks,
    private readonly replies: CannedReplies,
  ) {}

  async run({ input: { desk_id, ...wanted }, caller, operationId }: Call<Input>) {
    const ownerId = await this.desks.meant(desk_id, caller);
    return { canned_reply: present(CannedReplyView, await this.replies.save(operationId, ownerId, wanted)) };
  }
}
