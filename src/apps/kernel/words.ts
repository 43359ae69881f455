import { Injectable } from '@nestjs/common';
import { NameFilter } from '../../account/users/name-filter.port.js';
import { Declared } from '../../platform/declared.js';
import { writtenFields } from '../../platform/http/input/fields.js';
import type { Type } from './action.js';

/** What people write in apps is filtered like what they write elsewhere; before a transaction begins, as it takes a while. */
@Injectable()
export class Words {
  constructor(private readonly declared: Declared) {}

  async clean(type: Type, input: object): Promise<void> {
    const given = input as Record<string, unknown>;
    for (const [field, longest] of writtenFields(type)) {
      let text = given[field];
      if (typeof text !== 'string') continue;
      for (const filter of this.declared.all(NameFilter)) text = await filter.clean(text as string, longest);
      given[field] = text;
    }
    for (const below of Object.values(given).flat()) {
      if (isInput(below)) await this.clean(below.constructor as Type, below);
    }
  }
}

/** Of a class with fields of its own: one of a list, or a part. */
const isInput = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && value.constructor !== Object;
