import { Runtime } from '../../../platform/config/runtime.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AppServices } from '../../contracts/app-services.js';
import type { Blog } from './blog.entity.js';

const PUBLIC = '/v1/apps/blog/public';

/** Where a page is asked for: the addresses in it begin there, without a host. */
export interface Place {
  /** Of the blog. On a domain of its own this is empty. */
  home: string;
  /** Of the public surface of all apps. */
  apps: string;
}

/** Where blogs are: on the platform's host, or on a domain of their owner. */
@AppProvider()
export class BlogAddressesService {
  constructor(
    private readonly runtime: Runtime,
    private readonly services: AppServices,
  ) {}

  /** The whole address of a blog, without a slash at its end. */
  async homeOf({ id, handle }: Pick<Blog, 'id' | 'handle'>): Promise<string> {
    const host = await this.services.of('domains')?.hostOf('blog', id);
    return host ? `https://${host}` : `${this.base}${PUBLIC}/${handle}`;
  }

  placeOf({ handle }: Pick<Blog, 'handle'>, isOwnDomain: boolean): Place {
    const { pathname } = new URL(this.base);
    const path = pathname === '/' ? '' : pathname;
    return isOwnDomain
      ? { home: '', apps: '/v1/apps' }
      : { home: `${path}${PUBLIC}/${handle}`, apps: `${path}/v1/apps` };
  }

  /** The platform's own host, with its port. */
  get host(): string {
    return new URL(this.base).host;
  }

  get hostname(): string {
    return new URL(this.base).hostname;
  }

  private get base(): string {
    return this.runtime.publicUrl.replace(/\/$/, '');
  }
}
