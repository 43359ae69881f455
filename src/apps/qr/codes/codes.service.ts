import { notFound } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { QrSettings } from '../qr.settings.js';
import type { CodeView } from '../qr.views.js';
import { CodeAddressesService } from './code-addresses.service.js';
import { CodeRepository, type CodeRow } from './code.repository.js';
import { targetOf } from './code-target.repository.js';

/** Codes as answers show them, with their addresses. */
@AppProvider()
export class CodesService {
  constructor(
    private readonly codes: CodeRepository,
    private readonly settings: AppSettings,
    private readonly addresses: CodeAddressesService,
  ) {}

  async show(id: string): Promise<CodeView> {
    const [code] = await this.showAll([id]);
    if (!code) throw notFound('Code');
    return code;
  }

  /** Codes of one owner. */
  async showAll(ids: string[]): Promise<CodeView[]> {
    return this.present(await this.codes.shown(ids));
  }

  async present(rows: CodeRow[]): Promise<CodeView[]> {
    const [first] = rows;
    if (!first) return [];
    const { default_format } = await this.settings.of(QrSettings, first.owner_id);
    return rows.map((row) => ({
      ...row,
      target: row.kind === 'url' ? targetOf(row) : null,
      scan_url: row.mode === 'dynamic' ? row.payload : null,
      image_urls: this.addresses.imageUrls(row.key, default_format),
    }));
  }
}
