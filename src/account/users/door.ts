import { Injectable } from '@nestjs/common';
import { Declared } from '../../platform/declared.js';
import { Refusal } from '../../platform/http/refusal.js';
import { Doorkeeper, type Newcomer } from './doorkeeper.port.js';

/** Whether somebody may come in at all. */
@Injectable()
export class Door {
  constructor(private readonly declared: Declared) {}

  async isClosedTo(newcomer: Newcomer): Promise<boolean> {
    for (const keeper of this.declared.all(Doorkeeper)) if (await keeper.refuses(newcomer)) return true;
    return false;
  }

  async checkSignUp(email: string, ip: string | null): Promise<void> {
    if (await this.isClosedTo({ email, ip: ip ?? undefined })) throw new Refusal(403, 'Sign-up not allowed');
  }

  async checkSignIn(ip: string | null): Promise<void> {
    if (ip && (await this.isClosedTo({ ip }))) throw new Refusal(403, 'Sign-in not allowed');
  }
}
