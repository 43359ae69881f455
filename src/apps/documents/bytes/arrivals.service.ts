import { FilesService } from '../../../files/files.service.js';
import { notFound, Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { DocumentUpload, Version } from '../entities/version.entity.js';
import { typeOf } from './content-types.js';
import { UploadRepository } from './upload.repository.js';
import { UsageRepository } from './usage.repository.js';
import { BytesRepository, VersionRepository } from './version.repository.js';
import type { Content } from './versions.service.js';

export type Arrived = Awaited<ReturnType<FilesService['arrived']>>[number];

/** The bytes of uploads in the file store. */
@AppProvider()
export class ArrivalsService {
  constructor(
    private readonly files: FilesService,
    private readonly uploads: UploadRepository,
    private readonly usage: UsageRepository,
    private readonly bytes: BytesRepository,
    private readonly versions: VersionRepository,
  ) {}

  async check({ storage_key, target_owner_id, size_bytes, sha256 }: DocumentUpload): Promise<Arrived> {
    const [arrived] = await this.files.arrived([storage_key], target_owner_id);
    if (!arrived) throw new Refusal(409, 'Upload is not complete');
    if (arrived.size !== size_bytes || (sha256 !== null && arrived.sha256 !== sha256))
      throw new Refusal(400, 'Uploaded file does not match');
    return arrived;
  }

  async take(upload: DocumentUpload, { size, sha256, type }: Arrived): Promise<Content> {
    const { storage_key, target_owner_id } = upload;
    await this.files.attach([storage_key], target_owner_id);
    const { id: blob_id } = await this.bytes.insert({ storage_key, size_bytes: size, sha256 });
    return { blob_id, size_bytes: size, sha256, content_type: typeOf(type, upload.content_type) };
  }

  async settle({ id, target_owner_id, size_bytes }: DocumentUpload, result_item_id: string): Promise<void> {
    await this.uploads.update({ id }, { status: 'completed', result_item_id });
    await this.usage.settle(target_owner_id, size_bytes);
  }

  async versionOf({ storage_key, result_item_id }: DocumentUpload): Promise<Version> {
    const { id: blob_id } = await this.bytes.the({ storage_key }, 'Version');
    // A version that was restored has the same bytes.
    const where = { blob_id, item_id: result_item_id as string };
    const [version] = await this.versions.find(where, { order: { number: 'ASC' }, limit: 1 });
    if (!version) throw notFound('Version');
    return version;
  }
}
