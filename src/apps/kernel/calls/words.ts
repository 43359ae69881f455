import { Injectable } from '@nestjs/common';
import { WordFilter } from '../../../account/users/registration-rule.js';
import { type Many, ExtensionsService } from '../../../platform/extensions.service.js';
import { writtenFields } from '../../../platform/http/fields.js';
import type { Type } from './action.js';

/** What people write in apps is filtered like what they write elsewhere; before a transaction begins, as it takes a while. */
@Injectable()
export class Words {
  private readonly filters: Many<WordFilter>;

  constructor(extensions: ExtensionsService) {
    this.filters = extensions.many(WordFilter);
  }

  async clean(type: Type, input: object): Promise<void> {
    const given = input as Record<string, unknown>;
    for (const [field, longest] of writtenFields(type)) {
      const written = given[field];
      if (typeof written === 'string') given[field] = await this.filtered(written, longest);
      else if (Array.isArray(written)) given[field] = await this.listed(written as string[], longest);
    }
    for (const below of Object.values(given).flat()) {
      if (isInput(below)) await this.clean(below.constructor as Type, below);
    }
  }

  /** Without those of which nothing is left: a list has fewer, where a text would be empty. */
  private async listed(texts: string[], longest: number): Promise<string[]> {
    const filtered: string[] = [];
    for (const text of texts) filtered.push(await this.filtered(text, longest));
    return filtered.filter((text) => text !== '');
  }

  private async filtered(text: string, longest: number): Promise<string> {
    let now = text;
    for (const filter of this.filters.values) now = await filter.clean(now, longest);
    return now;
  }
}

/** Of a class with fields of its own: one of a list, or a part. */
const isInput = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && value.constructor !== Object;
