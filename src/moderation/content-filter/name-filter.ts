import { Injectable } from '@nestjs/common';
import { NameFilter } from '../../account/users/name-filter.port.js';
import { ContentFilter } from './content-filter.js';

/** The censors see the names of accounts as they see every other text. */
@Injectable()
export class CensoredNames extends NameFilter {
  constructor(private readonly filter: ContentFilter) {
    super();
  }

  clean(text: string, longest: number): Promise<string> {
    return this.filter.clean(text, longest);
  }
}
