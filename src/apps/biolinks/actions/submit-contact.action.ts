import { IsOptional } from 'class-validator';
import { Chars, Email, Nullable, Optional, Uuid, Written } from '../../../platform/http/fields.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { Action, type EarlyCall, type PublicCall } from '../../kernel/calls/action.js';
import { MessageResult } from '../../kernel/calls/message-result.js';
import { ContactLimitService } from '../contacts/contact-limit.service.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { ServedPageRepository } from '../visits/served-page.repository.js';

class Input {
  @Uuid() block_id!: string;
  @Email() email!: string;
  @Optional() @Nullable() @Written(0, 100) name?: string | null;
  @Optional() @Nullable() @Written(0, 1000) message?: string | null;
  /** Has to be true. */
  @IsOptional() consent?: unknown;
  /** People do not see this field; what programs fill in is dropped. */
  @Optional() @Nullable() @Chars(0, 2048) website?: string | null;
}

const THANKS = { message: 'Thank you' };

@Action('submit-contact', {
  access: 'public',
  notes: true,
  description: 'Sends the contact form of a page. The answer does not tell whether the address is known.',
  input: Input,
  result: MessageResult,
  refuses: { 400: ['Consent is required'], 404: ['Form not found'], 409: ['Too many submissions, try again later'] },
})
export class SubmitContact {
  constructor(
    private readonly pages: ServedPageRepository,
    private readonly contacts: ContactRepository,
    private readonly limit: ContactLimitService,
  ) {}

  /** Counts the submission, which must not happen in a transaction. */
  async prepare({ input, visitor }: EarlyCall<Input>): Promise<void> {
    if (input.consent !== true) throw new Refusal(400, 'Consent is required');
    if (input.website) return;
    const pageId = await this.pages.pageOfForm(input.block_id);
    if (pageId === undefined) throw notFound('Form');
    await this.limit.count(pageId, visitor);
  }

  async run({ input }: PublicCall<Input>): Promise<MessageResult> {
    const { block_id, email, name, message, website } = input;
    if (website) return THANKS;
    const contact = { block_id, email: email.toLowerCase(), name: name || null, message: message || null };
    if (!(await this.contacts.save(contact))) throw notFound('Form');
    return THANKS;
  }
}
