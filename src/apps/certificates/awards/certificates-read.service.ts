import type { Caller } from '../../../platform/access/access.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { AddressesService } from '../drawing/addresses.service.js';
import { CertificateRepository, type ShownCertificate } from './certificate.repository.js';
import { type CertificateView, presentCertificate } from './certificate.views.js';

/** Certificates as their issuers and recipients see them. */
@AppProvider()
export class CertificatesReadService {
  constructor(
    private readonly certificates: CertificateRepository,
    private readonly addresses: AddressesService,
  ) {}

  async byIds(ids: string[], viewer: Caller): Promise<Map<string, CertificateView>> {
    const rows = await this.certificates.shown(ids);
    return new Map(rows.map((row) => [row.id, this.present(row, viewer)]));
  }

  async one(id: string, viewer: Caller): Promise<CertificateView> {
    return this.present(await this.certificates.shownOne(id), viewer);
  }

  present(row: ShownCertificate, viewer: Caller): CertificateView {
    return presentCertificate(row, this.addresses.verifyUrl(row.code), viewer.id);
  }

  claimUrl(token: string | null): string | null {
    return token && this.addresses.claimUrl(token);
  }
}
