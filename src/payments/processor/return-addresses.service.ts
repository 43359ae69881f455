import { Injectable } from '@nestjs/common';
import { Runtime } from '../../platform/config/runtime.js';

/**
 * The addresses to which the processor sends people back when the caller names none: the client app, or without one the
 * return pages of this service. They are computed on each access, because with PORT=0 the port is known only after the
 * start.
 */
@Injectable()
export class ReturnAddressesService {
  constructor(private readonly runtime: Runtime) {}

  get paid(): string {
    return this.addressOf('paid');
  }

  get canceled(): string {
    return this.addressOf('canceled');
  }

  get onboarded(): string {
    return this.addressOf('onboarded');
  }

  private addressOf(page: string): string {
    const { environment, publicUrl } = this.runtime;
    return environment.clientUrl ?? `${publicUrl}/return/${page}`;
  }
}
