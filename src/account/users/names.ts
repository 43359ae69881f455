import { Injectable } from '@nestjs/common';
import { Declared } from '../../platform/declared.js';
import { invalid } from '../../platform/http/refusal.js';
import { Door } from './door.js';
import { WordFilter } from './word-filter.port.js';
import { LONGEST } from './users.io.js';

type Words = Partial<Record<keyof typeof LONGEST, string | null>>;

/** The words by which an account is known to others, as they may be shown. */
@Injectable()
export class Names {
  constructor(
    private readonly declared: Declared,
    private readonly door: Door,
  ) {}

  /** Only what was given: an absent field stays absent. */
  async clean<Given extends Words>(given: Given): Promise<Given> {
    const cleaned: Given = { ...given };
    for (const field of ['first_name', 'last_name', 'bio'] as const) {
      const text = given[field];
      if (text) cleaned[field] = await this.filtered(text, LONGEST[field]);
    }
    if (given.username) await this.refuseUsername(given.username);
    return cleaned;
  }

  /** It is an address, and others are not to be sent to one that nobody chose. */
  private async refuseUsername(username: string): Promise<void> {
    if ((await this.filtered(username, LONGEST.username)) !== username) {
      throw invalid({ field: 'username', message: 'username must not have words that are filtered' });
    }
    if (await this.door.isClosedTo({ username })) {
      throw invalid({ field: 'username', message: 'username is not allowed' });
    }
  }

  private async filtered(text: string, longest: number): Promise<string> {
    let left = text;
    for (const filter of this.declared.all(WordFilter)) left = await filter.clean(left, longest);
    return left;
  }
}
