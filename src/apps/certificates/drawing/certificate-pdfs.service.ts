import { AppProvider } from '../../kernel/app-provider.js';
import { PdfService } from '../../kernel/pdf/pdf.service.js';
import { StoredPdfsService } from '../../kernel/pdf/stored-pdfs.service.js';
import { AssetsService, type Printable } from '../assets/assets.service.js';
import { CertificateRepository } from '../awards/certificate.repository.js';
import { expiryOf, today } from '../awards/dates.js';
import type { Certificate, FieldValues } from '../entities/certificate.entity.js';
import type { TemplateVersion } from '../entities/template.entity.js';
import { TemplateVersionRepository } from '../templates/template.repository.js';
import { AddressesService } from './addresses.service.js';
import { certificateDocument } from './certificate-drawing.js';

const SAMPLE_NAME = 'Alex Sample';
const SAMPLE_CODE = '0000-0000-0000';
const SAMPLE_NUMBER = 42;

/** What certificates of one version have in common, for a job that draws many. */
export type Materials = Map<string, Promise<{ version: TemplateVersion } & Printable>>;

/** The PDFs of certificates: stored ones, and those that are drawn when they are asked for. Outside of transactions. */
@AppProvider()
export class CertificatePdfsService {
  constructor(
    private readonly pdf: PdfService,
    private readonly assets: AssetsService,
    private readonly addresses: AddressesService,
    private readonly versions: TemplateVersionRepository,
    private readonly certificates: CertificateRepository,
    private readonly stored: StoredPdfsService,
  ) {}

  async of(certificate: Certificate, materials: Materials = new Map()): Promise<Buffer> {
    const known = await this.stored.read(certificate.pdf_key);
    if (known) return known;
    const { template_version_id } = certificate;
    if (!materials.has(template_version_id)) materials.set(template_version_id, this.materialsOf(template_version_id));
    const { version, images, isWhole } = await (materials.get(template_version_id) as NonNullable<
      ReturnType<Materials['get']>
    >);
    const verifyUrl = this.addresses.verifyUrl(certificate.code);
    const contentHash = certificate.content_hash;
    const bytes = await this.drawn({ version, award: certificate, contentHash, verifyUrl, images });
    if (isWhole) await this.keep(certificate, bytes);
    return bytes;
  }

  /** In the files of the issuer; not if the certificate has been corrected since it was drawn. */
  private async keep({ id, owner_id, code, revision, pdf_key }: Certificate, bytes: Buffer): Promise<void> {
    const file = { owner_id, name: `certificate-${code}.pdf`, bytes };
    await this.stored.keep(file, pdf_key, (key) =>
      this.certificates.update({ id, revision, pdf_key }, { pdf_key: key }),
    );
  }

  /** With sample values. Images that have not arrived yet are left out. Undefined: there is no such version. */
  async preview(versionId: string): Promise<Buffer | undefined> {
    const version = await this.versions.findOne({ id: versionId });
    if (!version) return undefined;
    const issued_on = today();
    const award = {
      code: SAMPLE_CODE,
      revision: 1,
      recipient_name: SAMPLE_NAME,
      issued_on,
      expires_on: expiryOf(issued_on, version),
      custom_values: sampleValues(version, issued_on),
    };
    const verifyUrl = this.addresses.verifyUrl(SAMPLE_CODE);
    const { images } = await this.assets.printable(version.images);
    return this.drawn({ version, award, contentHash: null, verifyUrl, images });
  }

  private async materialsOf(versionId: string) {
    const version = await this.versions.the({ id: versionId }, 'Template');
    return { version, ...(await this.assets.printable(version.images)) };
  }

  private async drawn(printed: Parameters<typeof certificateDocument>[0]): Promise<Buffer> {
    const drawn = await this.pdf.draw(certificateDocument(printed));
    if ('fault' in drawn) throw new Error(`A certificate could not be drawn: ${drawn.fault}`);
    return drawn;
  }
}

const sampleValues = ({ custom_fields }: TemplateVersion, day: string): FieldValues =>
  Object.fromEntries(
    custom_fields.map(({ key, label, type }) => [key, type === 'text' ? label : type === 'date' ? day : SAMPLE_NUMBER]),
  );
