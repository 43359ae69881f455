import type { Readable } from 'node:stream';

/**
 * What the app `documents` is asked by others. Every method runs in the caller's transaction and acts for the user that
 * it names, with that user's role.
 */
export interface DocumentsService {
  /** Null where the user may not see it, or it does not exist. */
  getDocument(userId: string, documentId: string): Promise<SharedDocument | null>;
  readVersion(versionId: string): Promise<Readable>;
  /**
   * Stores bytes for `createDocument`. It runs before the transaction, because the file store takes part in none. What no
   * document has after a day is removed.
   */
  storeBody(body: NewBody): Promise<StoredBody>;
  /**
   * A name that is taken is changed. What is protected counts towards the quota, and is never refused for it. In a
   * transaction the body is what `storeBody` gave.
   */
  createDocument(document: NewDocument): Promise<SharedDocument>;
  /** The path begins in the folder `below`, which the user may write to; at their root if it is not given. */
  ensureFolder(ownerId: string, path: string[], below?: string): Promise<SharedFolder>;
  getFolder(userId: string, folderId: string): Promise<SharedFolder | null>;
  /**
   * False where `beginUpload` of so many bytes into the folder would be refused for the quota of the user; true where the
   * folder is somebody else's. It locks nothing, so it may be asked before a lock that other callers wait for.
   */
  hasRoom(userId: string, folderId: string, bytes: number): Promise<boolean>;
  /** Refuses what `start-upload` refuses. */
  beginUpload(upload: NewDocumentUpload): Promise<DocumentUpload>;
  completeUpload(uploadId: string, name?: string): Promise<SharedDocument>;
  abortUpload(uploadId: string): Promise<void>;
  signedUrl(versionId: string, how: SignedUrlWish): Promise<string>;
  /** What is held is neither trashed nor deleted, and a version that is held is not pruned. */
  addHold(hold: DocumentHold): Promise<void>;
  removeHold(appSlug: string, referenceId: string): Promise<void>;
  trashDocument(ownerId: string, documentId: string): Promise<void>;
  quota(ownerId: string): Promise<{ used_bytes: number; reserved_bytes: number; limit_bytes: number }>;
}

export interface SharedDocument {
  id: string;
  name: string;
  content_type: string;
  size_bytes: number;
  version_id: string;
  version: number;
  sha256: string | null;
  owner_id: string;
  /** Of the user who was named. */
  role: string;
}

export interface SharedFolder {
  id: string;
  name: string;
  role: string;
}

interface Source {
  source_app: string;
  source_id: string;
}

export interface SignedUrlWish {
  filename: string;
  inline: boolean;
  ttl_seconds: number;
}

export interface NewBody {
  owner_id: string;
  name: string;
  content_type: string;
  body: Buffer | Readable;
}

/** Bytes that are stored and belong to no document yet. */
export interface StoredBody {
  file_id: string;
  size_bytes: number;
  sha256: string;
}

export interface NewDocument extends Source {
  owner_id: string;
  folder_id?: string;
  name: string;
  content_type: string;
  body: Buffer | Readable | StoredBody;
  protected?: boolean;
}

export interface NewDocumentUpload extends Source {
  owner_id: string;
  folder_id: string;
  name: string;
  size_bytes: number;
  content_type: string;
}

export interface DocumentUpload {
  upload_id: string;
  url: string;
  method: string;
  headers: Record<string, string>;
  expires_at: Date;
}

export interface DocumentHold {
  document_id: string;
  version_id?: string;
  app_slug: string;
  reference_id: string;
  until?: Date;
}
