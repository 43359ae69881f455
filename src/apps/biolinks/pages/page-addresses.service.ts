import { Runtime } from '../../../platform/config/runtime.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { present } from '../../kernel/rows/view.js';
import type { BioPage } from '../entities/page.entity.js';
import { PageView } from './page.views.js';

/** Where pages are, and pages as answers show them. */
@AppProvider()
export class PageAddressesService {
  constructor(private readonly runtime: Runtime) {}

  /** On the platform's own host. */
  of(handle: string): string {
    return `${this.runtime.publicUrl}/v1/apps/biolinks/public/${handle}`;
  }

  get origin(): string {
    return new URL(this.runtime.publicUrl).origin;
  }

  /** Coming from there is coming from nowhere. */
  get host(): string {
    return new URL(this.runtime.publicUrl).hostname;
  }

  show(page: BioPage): PageView {
    return { ...present(PageView, page), theme_options: page.theme_options, url: this.of(page.handle) };
  }
}
