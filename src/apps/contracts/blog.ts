import type { DescribedTarget } from './described-target.js';

/** What the app `blog` is asked by domains and pixels. */
export interface BlogService {
  describe(blogId: string): Promise<DescribedTarget | null>;
}
