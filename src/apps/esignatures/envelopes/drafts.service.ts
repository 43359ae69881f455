import { v7 as uuidv7 } from 'uuid';
import { invalid, notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppDocumentsService } from '../../contracts/app-documents.service.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { LinkPasswordsService } from '../../kernel/secrets/link-passwords.service.js';
import type { Envelope } from '../entities/envelope.entity.js';
import { AddressesService } from './addresses.service.js';
import type { FieldInput, SignerInput } from './envelope.inputs.js';
import { documentView, fieldView, type OwnEnvelopeView, signerView } from './views.js';
import { EnvelopeRows } from './envelope-rows.js';

const TOLERANCE = 1e-9;
/** Of the stored fractions. */
const DIGITS = 1e5;
const PDF = 'application/pdf';
export const isEditing = ({ role }: { role: string }) => role === 'owner' || role === 'editor';
export const PDF_ONLY = 'Document is not a PDF';

/** A signer of a draft, with the fields and the hash of the access code. */
export interface DraftSigner {
  id: string;
  name: string;
  user_id: string | null;
  email: string | null;
  role: string;
  position: number;
  access_code_hash: string | null;
  fields: FieldInput[];
}

export interface DraftDocument {
  document_id: string;
  name: string;
}

/** What a draft consists of. It is written as a whole. */
@AppProvider()
export class DraftsService {
  constructor(
    private readonly rows: EnvelopeRows,
    private readonly shared: AppDocumentsService,
    private readonly passwords: LinkPasswordsService,
    private readonly addresses: AddressesService,
  ) {}

  /** Before the transaction. */
  hashes(ownerId: string, given: { access_code?: string }[] = []): Promise<Map<string, string>> {
    return this.passwords.hashMany(
      ownerId,
      given.flatMap(({ access_code }) => access_code ?? []),
    );
  }

  /** Documents that the user may edit, in their order. */
  async documentsOf(userId: string, ids: string[]): Promise<DraftDocument[]> {
    const found = await Promise.all(ids.map((id) => this.shared.service.getDocument(userId, id)));
    return found.map((document, index) => {
      if (!document || !isEditing(document)) throw notFound('Document');
      if (document.content_type !== PDF) throw new Refusal(400, PDF_ONLY);
      return { document_id: ids[index] as string, name: document.name };
    });
  }

  async signersOf(given: SignerInput[], hashes: Map<string, string>): Promise<DraftSigner[]> {
    const signers = given.map((signer): DraftSigner => {
      const { name, user_id = null, email = null, role = 'signer', position = 1, access_code, fields = [] } = signer;
      if (user_id !== null && email !== null)
        throw invalid({ field: 'signers', message: 'a signer has either user_id or email' });
      if (role === 'copy' && fields.length)
        throw invalid({ field: 'signers', message: 'who gets a copy has no fields' });
      const access_code_hash = access_code === undefined ? null : (hashes.get(access_code) as string);
      return { id: uuidv7(), name, user_id, email, role, position, access_code_hash, fields };
    });
    await this.checkSigners(signers);
    return signers;
  }

  /** Nobody is listed twice, somebody acts, and the accounts exist. */
  async checkSigners(signers: Pick<DraftSigner, 'user_id' | 'email' | 'role'>[]): Promise<void> {
    const keys = signers.flatMap(({ user_id, email }) => user_id ?? email?.toLowerCase() ?? []);
    if (new Set(keys).size < keys.length) throw new Refusal(400, 'A signer is listed twice');
    if (signers.every(({ role }) => role === 'copy')) throw new Refusal(400, 'At least one signer is required');
    const ids = signers.flatMap(({ user_id }) => user_id ?? []);
    if ((await this.rows.envelopes.users(ids)).size < ids.length) throw notFound('User');
  }

  /** What is stored now. */
  async load(envelopeId: string): Promise<{ documents: DraftDocument[]; signers: DraftSigner[] }> {
    const [documents, signers, fields] = await this.parts(envelopeId);
    const places = new Map(documents.map(({ id, position }) => [id, position]));
    return {
      documents: documents.map(({ document_id, name }) => ({ document_id, name })),
      signers: signers.map((signer) => ({
        ...signer,
        fields: fields
          .filter(({ signer_id }) => signer_id === signer.id)
          .map(({ envelope_document_id, label, max_length, ...field }) => ({
            ...field,
            document: places.get(envelope_document_id) as number,
            label: label ?? undefined,
            max_length: max_length ?? undefined,
          })),
      })),
    };
  }

  async write(envelopeId: string, documents: DraftDocument[], signers: DraftSigner[]): Promise<void> {
    const placed = documents.map((document, position) => ({ ...document, position, id: uuidv7() }));
    const fields = signers.flatMap(({ id: signer_id, fields: given }) =>
      given.map((field) => {
        const { document, x, y, width, height, required = true } = field;
        if (x + width > 1 + TOLERANCE || y + height > 1 + TOLERANCE)
          throw new Refusal(400, 'Field lies outside the page');
        const place = placed[document];
        if (!place) throw invalid({ field: 'signers', message: 'document of a field must be a place in document_ids' });
        const box = { x: down(x), y: down(y), width: down(width), height: down(height) };
        return { ...field, ...box, required, id: uuidv7(), signer_id, envelope_document_id: place.id };
      }),
    );
    await this.rows.documents.write(envelopeId, { documents: placed, signers, fields });
  }

  async replace(envelopeId: string, documents: DraftDocument[], signers: DraftSigner[]): Promise<void> {
    await this.rows.documents.clear(envelopeId);
    await this.write(envelopeId, documents, signers);
  }

  /** As its sender sees it. */
  async show(envelope: Envelope): Promise<OwnEnvelopeView> {
    const [documents, signers, fields] = await this.parts(envelope.id);
    const shown = fields.map(fieldView);
    return {
      ...this.addresses.view(envelope),
      documents: documents.map(documentView),
      signers: signers.map((signer) => ({
        ...signerView(signer),
        fields: shown.filter(({ signer_id }) => signer_id === signer.id),
      })),
    };
  }

  private async parts(envelopeId: string) {
    return Promise.all([
      this.rows.documents.of(envelopeId),
      this.rows.signers.of(envelopeId),
      this.rows.fields.of(envelopeId),
    ] as const);
  }
}

/** Rounded down, so that a box which ends at the edge does not pass it. */
const down = (fraction: number) => Math.floor(fraction * DIGITS + TOLERANCE) / DIGITS;
