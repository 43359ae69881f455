import { Injectable } from '@nestjs/common';
import { WordFilter } from '../../account/users/word-filter.port.js';
import { ContentFilter } from './content-filter.js';

/** The censors see the names of accounts and what is written in apps as they see every other text. */
@Injectable()
export class CensoredWords extends WordFilter {
  constructor(private readonly filter: ContentFilter) {
    super();
  }

  clean(text: string, longest: number): Promise<string> {
    return this.filter.clean(text, longest);
  }
}
