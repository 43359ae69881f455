import { pageOf } from '../../../platform/http/answers.js';
import { Chars, Optional, Uuid } from '../../../platform/http/fields.js';
import { Action, type Call } from '../../kernel/calls/action.js';
import { Page, pageQuery } from '../../kernel/lists/page.js';
import { present } from '../../kernel/rows/view.js';
import { ContactRepository } from '../contacts/contact.repository.js';
import { ContactView } from '../contacts/contact.views.js';

class Input extends Page {
  @Optional() @Uuid() page_id?: string;
  @Optional() @Uuid() block_id?: string;
  /** Part of an e-mail address or a name. */
  @Optional() @Chars(1, 200) q?: string;
}

class Result extends pageOf('contacts', () => ContactView) {}

@Action('list-contacts', {
  access: 'authenticated',
  description: 'Who has sent a form of the own pages, newest first. All of them go out by export.',
  input: Input,
  result: Result,
})
export class ListContacts {
  constructor(private readonly contacts: ContactRepository) {}

  async run({ input, caller }: Call<Input>): Promise<Result> {
    const { cursor, limit, ...filters } = input;
    const { rows, next_cursor } = await this.contacts.list(caller.id, filters, pageQuery({ cursor, limit }));
    return { contacts: rows.map((row) => present(ContactView, row)), next_cursor };
  }
}
