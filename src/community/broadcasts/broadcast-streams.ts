import { Injectable } from '@nestjs/common';
import { type Asked, type Readable, StreamKeeper } from '../../realtime/stream-keeper.port.js';
import { BroadcastRepository } from './broadcast.repository.js';

/** For the host, and for whoever has joined. */
@Injectable()
export class BroadcastStreams extends StreamKeeper {
  readonly kind = 'broadcast';

  constructor(private readonly broadcasts: BroadcastRepository) {
    super();
  }

  async readable(asked: Asked[]): Promise<Readable[]> {
    return (await this.broadcasts.readable(asked)).map((readable) => (readable ? 'yes' : 'no'));
  }
}
