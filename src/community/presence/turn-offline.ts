import { Injectable } from '@nestjs/common';
import { Departed, type Departure } from '../../realtime/departed.port.js';
import { Presences } from './presences.js';

/** Nobody is there who has no connection any more, whatever he said last. */
@Injectable()
export class TurnOffline extends Departed {
  constructor(private readonly presences: Presences) {
    super();
  }

  departed(people: Departure[]): Promise<void> {
    return this.presences.gone(people);
  }
}
