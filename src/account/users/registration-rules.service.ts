import { Injectable } from '@nestjs/common';
import { type Many, ExtensionsService } from '../../platform/extensions.service.js';
import { invalid, refusal } from '../../platform/http/refusal.js';
import { type Newcomer, RegistrationRule, WordFilter } from './registration-rule.js';
import { LONGEST } from './users.dto.js';

export const signUpNotAllowed = refusal(403, 'Sign-up not allowed');
export const signInNotAllowed = refusal(403, 'Sign-in not allowed');

type Names = Partial<Record<keyof typeof LONGEST, string | null>>;

/** Applies the registration rules and word filters of other areas to sign-ups, sign-ins and names. */
@Injectable()
export class RegistrationRulesService {
  private readonly rules: Many<RegistrationRule>;
  private readonly filters: Many<WordFilter>;

  constructor(extensions: ExtensionsService) {
    this.rules = extensions.many(RegistrationRule);
    this.filters = extensions.many(WordFilter);
  }

  async checkSignUp(email: string, ip: string | null): Promise<void> {
    if (await this.isRefused({ email, ip: ip ?? undefined })) throw signUpNotAllowed();
  }

  async checkSignIn(ip: string | null): Promise<void> {
    if (ip && (await this.isRefused({ ip }))) throw signInNotAllowed();
  }

  /** Filters the texts that were given and checks the username; absent fields stay absent. */
  async cleanNames<Given extends Names>(given: Given): Promise<Given> {
    const cleaned: Given = { ...given };
    for (const field of ['first_name', 'last_name', 'bio'] as const) {
      const text = given[field];
      if (text) cleaned[field] = await this.filter(text, LONGEST[field]);
    }
    if (given.username) await this.checkUsername(given.username);
    return cleaned;
  }

  /** Whether a public name, such as that of a page, has no filtered word and is not blacklisted. */
  async allowsName(name: string): Promise<boolean> {
    return (await this.filter(name, name.length)) === name && !(await this.isRefused({ username: name }));
  }

  /** A username with a filtered word is refused, not changed: it is an address, and the user has to choose it. */
  private async checkUsername(username: string): Promise<void> {
    if ((await this.filter(username, LONGEST.username)) !== username) {
      throw invalid({ field: 'username', message: 'username must not have words that are filtered' });
    }
    if (await this.isRefused({ username })) {
      throw invalid({ field: 'username', message: 'username is not allowed' });
    }
  }

  private async isRefused(newcomer: Newcomer): Promise<boolean> {
    for (const rule of this.rules.values) if (await rule.refuses(newcomer)) return true;
    return false;
  }

  private async filter(text: string, longest: number): Promise<string> {
    let filtered = text;
    for (const filter of this.filters.values) filtered = await filter.clean(filtered, longest);
    return filtered;
  }
}
