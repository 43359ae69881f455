import { Injectable } from '@nestjs/common';
import { Doorkeeper, type Newcomer } from '../../account/users/doorkeeper.port.js';
import { Blacklist } from './blacklist.js';

/** Accounts, and the names that they take, are held against the blacklist. */
@Injectable()
export class BlacklistDoorkeeper extends Doorkeeper {
  constructor(private readonly blacklist: Blacklist) {
    super();
  }

  refuses(newcomer: Newcomer): Promise<boolean> {
    return this.blacklist.refuses(newcomer);
  }
}
