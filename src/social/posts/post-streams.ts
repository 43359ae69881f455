import { Injectable } from '@nestjs/common';
import { type Asked, type Readable, StreamKeeper } from '../../realtime/stream-keeper.port.js';
import { PostRepository } from './post.repository.js';

/** For whoever sees the post. */
@Injectable()
export class PostStreams extends StreamKeeper {
  readonly kind = 'post';

  constructor(private readonly posts: PostRepository) {
    super();
  }

  async readable(asked: Asked[]): Promise<Readable[]> {
    return (await this.posts.readable(asked)).map((readable) => (readable ? 'yes' : 'no'));
  }
}
