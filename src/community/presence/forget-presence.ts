import { Injectable } from '@nestjs/common';
import { Interruption } from '../../account/users/interruption.js';
import { Presences } from './presences.js';

/** Whoever goes or is shut out is not shown as there to those who watch him. */
@Injectable()
export class ForgetPresence extends Interruption {
  constructor(private readonly presences: Presences) {
    super();
  }

  before(userId: string): Promise<void> {
    this.presences.forget(userId);
    return Promise.resolve();
  }
}
