import { Injectable } from '@nestjs/common';
import { Farewell } from '../../account/users/farewell.js';
import { Realtime } from '../../realtime/realtime.js';
import { TipRepository } from './tip.repository.js';

/** Tips lose him who gave or got them, and go where they were not paid: whoever has them reads his own again. */
@Injectable()
export class ForgetTips extends Farewell {
  constructor(
    private readonly tips: TipRepository,
    private readonly realtime: Realtime,
  ) {
    super();
  }

  async before(userId: string): Promise<void> {
    this.realtime.renew((await this.tips.partnersOf(userId)).map((id) => `user:${id}` as const));
  }
}
