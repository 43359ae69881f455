import { Injectable } from '@nestjs/common';
import { Declared } from '../../platform/declared.js';
import { Reportable } from './reportable.port.js';

/** The kinds of things that the areas let people report. */
@Injectable()
export class Reportables {
  constructor(private readonly declared: Declared) {}

  of(type: string): Reportable | undefined {
    return (this.declared.all(Reportable) as Reportable[]).find((one) => one.type === type);
  }
}
