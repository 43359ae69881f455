import { IsIn } from 'class-validator';
import { Chars, Optional, Uuid, Written } from '../../../platform/http/input/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { PRIORITIES, type Priority } from '../entities/ticket.entity.js';
import { SaidResult } from '../support.views.js';
import { AskForHelp } from '../tickets/ask-for-help.js';
import { Tags, UploadIds } from '../tickets/ticket.inputs.js';

class Input {
  /** The user whose desk it is. */
  @Uuid() desk_id!: string;
  @Written(1, 200) subject!: string;
  @Written(1, 20_000) body!: string;
  /** Urgent: for the desk alone. */
  @Optional() @IsIn(PRIORITIES) priority?: Priority;
  /** What it is about: an order, an event, a course. */
  @Optional() @Chars(1, 40) reference_type?: string;
  @Optional() @Uuid() reference_id?: string;
  @UploadIds() upload_ids?: string[];
  /** The same again: the ticket that was made the first time. */
  @Optional() @Chars(1, 64) client_ref?: string;
  /** For whom the desk opens it. */
  @Optional() @Uuid() requester_id?: string;
  @Tags() tags?: string[];
}

@Action('open-ticket', {
  access: 'authenticated',
  changes: true,
  about: 'ticket',
  description: 'Asks a desk for help, or notes for the desk that somebody did.',
  input: Input,
  result: SaidResult,
  refuses: {
    400: ['File type is not allowed'],
    403: ['Forbidden'],
    404: ['Desk not found', 'User not found', 'Upload not found'],
    409: ['Desk takes no tickets now', 'Too many open tickets'],
  },
})
export class OpenTicket {
  constructor(private readonly help: AskForHelp) {}

  run({ input, caller, operationId }: Call<Input>) {
    return this.help.ask(operationId, caller, input);
  }
}
