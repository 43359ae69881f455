import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { Presences } from './presences.js';

/** Whoever goes is not shown as there to those who watch him. */
@Injectable()
export class ForgetPresence extends Farewell {
  constructor(private readonly presences: Presences) {
    super();
  }

  before(userId: string): Promise<void> {
    this.presences.forget(userId);
    return Promise.resolve();
  }
}
