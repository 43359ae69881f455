import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { type HandleFault, type HandleRules, Handles, handleStatements } from '../../kernel/handles/handles.js';

/** Addresses of the app itself, and names by which a page could pass for a part of the platform. */
const RESERVED = `
  admin administrator api app help support login log-in logout about terms privacy hit page.js
  page.css public static assets favicon.ico robots.txt index sitemap.xml www root system security
  official staff team moderator signin sign-in signup sign-up register verify password account
  settings billing payment contact imprint legal abuse postmaster webmaster null undefined`;

/** Separators stand between letters and digits, one at a time. `page.js` has the form, so that it is told as reserved. */
const RULES: HandleRules = {
  form: /^(?=.{3,30}$)(?:page\.js|(?!.*\.js(?:on)?$)[a-z0-9]+(?:[._-][a-z0-9]+)*)$/,
  longest: 30,
  reserved: new Set(RESERVED.trim().split(/\s+/)),
};

const STATEMENTS = handleStatements('ext_biolinks', {
  things: 'pages',
  former: 'page_handles',
  of: 'page_id',
  keeper: 'owner_id',
});

const REFUSALS: Record<HandleFault, Refusal> = {
  invalid: new Refusal(400, 'Invalid handle'),
  reserved: new Refusal(400, 'Handle is reserved'),
  taken: new Refusal(409, 'Handle is taken'),
};
export const handleTaken = REFUSALS.taken;

interface Holder {
  id: string | null;
  keeper: string;
}

@AppProvider()
export class PageHandles extends Handles {
  protected readonly handleStatements = STATEMENTS;
  protected readonly rules = RULES;

  /** Before the transaction. */
  async expectFree(handle: string, holder: Holder): Promise<void> {
    const fault = await this.faultOf(handle, holder);
    if (fault) throw REFUSALS[fault];
  }

  /**
   * After the page has the handle. An owner who gave the handle up meanwhile still keeps it, and only a statement that begins
   * after that can see it.
   */
  async took(handle: string, holder: Holder, before: string | null): Promise<void> {
    await this.change(holder, before, handle);
    if ((await this.taken([handle], holder)).size) throw handleTaken;
  }
}
