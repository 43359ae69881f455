import { Environment } from '../../../platform/config/environment.js';
import { BaseRepository } from '../../../platform/database/base.repository.js';
import { sql } from '../../../platform/database/sql.js';
import { AppDocumentsService } from '../../contracts/app-documents.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { wholeFile } from '../../kernel/files/whole-file.js';
import type { PdfDocument } from '../../kernel/pdf/pdf-document.js';
import { PdfService } from '../../kernel/pdf/pdf.service.js';
import type { AuditEvent } from '../entities/audit-event.entity.js';
import type { Envelope } from '../entities/envelope.entity.js';
import { AddressesService } from '../envelopes/addresses.service.js';
import { completionPages } from './completion-pages.js';
import { stampsOf } from './stamps.js';
import { EnvelopeRows } from '../envelopes/envelope-rows.js';

const NAME = sql(
  'esignatures_sender',
  `SELECT coalesce(nullif(trim(concat_ws(' ', first_name, last_name)), ''), username, id::text) AS name
   FROM account.users WHERE id = $1`,
);
const UNCHANGED = 'Signed and sealed. No changes are permitted.';

@AppProvider()
export class SenderRepository extends BaseRepository {
  async nameOf(id: string): Promise<string> {
    return (await this.onlyOne<{ name: string }>(NAME, id)).name;
  }
}

/** Draws the sealed document: the originals with what was filled in, and the certificate of completion. */
@AppProvider()
export class SealedPdfsService {
  constructor(
    private readonly rows: EnvelopeRows,
    private readonly shared: AppDocumentsService,
    private readonly pdfs: PdfService,
    private readonly addresses: AddressesService,
    private readonly senders: SenderRepository,
    private readonly environment: Environment,
  ) {}

  get isSigned(): boolean {
    return this.environment.sealCertificate !== undefined;
  }

  async draw(envelope: Envelope): Promise<Buffer> {
    const sender = await this.senders.nameOf(envelope.owner_id);
    const drawn = await this.pdfs.draw(await this.describe(envelope, sender));
    if ('fault' in drawn) throw new Error(`A document of the envelope ${envelope.id} is ${drawn.fault}`);
    return drawn;
  }

  private async describe(envelope: Envelope, sender: string): Promise<PdfDocument> {
    const documents = await this.rows.documents.of(envelope.id);
    const signers = await this.rows.signers.of(envelope.id);
    const fields = await this.rows.fields.of(envelope.id);
    const events = await this.rows.events.of(envelope.id);
    const sources: Buffer[] = [];
    for (const { version_id } of documents)
      sources.push(await wholeFile(await this.shared.service.readVersion(version_id as string)));
    const signatures = new Map(signers.map(({ id, signature }) => [id, signature]));
    const pages = documents.flatMap(({ id, page_sizes }, source) =>
      (page_sizes ?? []).map((size, page) => ({
        ...size,
        from: { source, page },
        elements: fields
          .filter((field) => field.envelope_document_id === id && field.page === page + 1)
          .flatMap((field) => stampsOf(field, size, signatures.get(field.signer_id) ?? null)),
      })),
    );
    // Others may have looked at the envelope after the last signature.
    const signed = events.slice(0, events.findLastIndex(({ event }) => event === 'signed' || event === 'approved') + 1);
    const last = signed.at(-1) as AuditEvent;
    const certificate = completionPages({
      envelope,
      sender,
      documents,
      signers,
      events: signed,
      head: last.hash,
      verifyUrl: this.addresses.verify(envelope.public_code as string),
      isSigned: this.isSigned,
    });
    const { sealCertificate } = this.environment;
    return {
      title: envelope.title,
      author: sender,
      subject: UNCHANGED,
      created: last.at.toISOString(),
      pages: [...pages, ...certificate],
      sources,
      ...(sealCertificate && {
        seal: {
          pkcs12: sealCertificate.bytes,
          password: sealCertificate.password,
          reason: UNCHANGED,
          name: 'E-Signatures',
        },
      }),
    };
  }
}
