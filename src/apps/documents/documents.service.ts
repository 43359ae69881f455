import { DatabaseService } from '../../platform/database/database.service.js';
import type * as Contract from '../contracts/documents.js';
import { AppProvider } from '../kernel/app-provider.js';
import { MadeDocumentsService } from './bytes/made-documents.service.js';
import { SharedUploadsService } from './bytes/shared-uploads.service.js';
import { VersionContentsService } from './bytes/version-contents.service.js';
import { SharedItemsService } from './items/shared-items.service.js';
import { HoldsService } from './trash/holds.service.js';

/** What other apps ask of documents. */
@AppProvider()
export class DocumentsService implements Contract.DocumentsService {
  constructor(
    private readonly items: SharedItemsService,
    private readonly contents: VersionContentsService,
    private readonly made: MadeDocumentsService,
    private readonly uploads: SharedUploadsService,
    private readonly holds: HoldsService,
    private readonly database: DatabaseService,
  ) {}

  getDocument(userId: string, documentId: string) {
    return this.items.document(userId, documentId);
  }

  readVersion(versionId: string) {
    return this.contents.read(versionId);
  }

  storeBody(body: Contract.NewBody) {
    return this.made.store(body);
  }

  /** In the caller's transaction if there is one. Then the bytes are stored already: the file store refuses otherwise. */
  async createDocument(document: Contract.NewDocument): Promise<Contract.SharedDocument> {
    const { body, owner_id, name, content_type } = document;
    const stored = 'file_id' in body ? body : await this.made.store({ owner_id, name, content_type, body });
    return this.database.transaction(async () => {
      const { item_id } = await this.made.create(document, stored);
      return this.items.theDocument(owner_id, item_id);
    });
  }

  ensureFolder(ownerId: string, path: string[], below?: string) {
    return this.database.transaction(() => this.items.ensureFolder(ownerId, path, below));
  }

  getFolder(userId: string, folderId: string) {
    return this.items.folder(userId, folderId);
  }

  hasRoom(userId: string, folderId: string, bytes: number) {
    return this.items.hasRoom(userId, folderId, bytes);
  }

  beginUpload(upload: Contract.NewDocumentUpload) {
    return this.database.transaction(() => this.uploads.begin(upload));
  }

  completeUpload(uploadId: string, name?: string) {
    return this.database.transaction(async () => {
      const { ownerId, version } = await this.uploads.complete(uploadId, name);
      return this.items.theDocument(ownerId, version.item_id);
    });
  }

  abortUpload(uploadId: string) {
    return this.database.transaction(() => this.uploads.abort(uploadId));
  }

  signedUrl(versionId: string, { filename, inline, ttl_seconds }: Contract.SignedUrlWish) {
    return this.contents.sign(versionId, { filename, inline, seconds: ttl_seconds });
  }

  addHold(hold: Contract.DocumentHold) {
    return this.database.transaction(() => this.holds.add(hold));
  }

  removeHold(appSlug: string, referenceId: string) {
    return this.database.transaction(() => this.holds.remove(appSlug, referenceId));
  }

  trashDocument(ownerId: string, documentId: string) {
    return this.database.transaction(() => this.items.trash(ownerId, documentId));
  }

  quota(ownerId: string) {
    return this.items.quota(ownerId);
  }
}
