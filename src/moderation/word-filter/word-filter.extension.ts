import { Injectable } from '@nestjs/common';
import { WordFilter } from '../../account/users/registration-rule.js';
import { WordFilterService } from './word-filter.service.js';

/** Offers the word filter to accounts (for names) and to apps, which must not import moderation. */
@Injectable()
export class AccountWordFilterExtension extends WordFilter {
  constructor(private readonly filter: WordFilterService) {
    super();
  }

  clean(text: string, longest: number): Promise<string> {
    return this.filter.clean(text, longest);
  }
}
