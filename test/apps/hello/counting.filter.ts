import { Injectable } from '@nestjs/common';
import { WordFilter } from '../../../src/account/users/registration-rule.js';

/** A further word filter that changes nothing: it keeps the texts that it was asked to clean. */
@Injectable()
export class CountingFilter extends WordFilter {
  readonly texts: string[] = [];

  async clean(text: string): Promise<string> {
    this.texts.push(text);
    return text;
  }
}
