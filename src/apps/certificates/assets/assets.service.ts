import { buffer } from 'node:stream/consumers';
import { FilesService } from '../../../files/files.service.js';
import { GeneratedFilesService, UNTIL_KEPT_SECONDS } from '../../../files/signed/generated-files.service.js';
import { DatabaseService } from '../../../platform/database/database.service.js';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Images } from '../drawing/certificate-drawing.js';
import type { Asset } from '../entities/template.entity.js';
import type { Slot, TemplateImages } from '../templates/choices.js';
import type { ImageInput } from '../templates/template.inputs.js';
import { AssetRepository } from './asset.repository.js';
import { encodedImage } from './image-encoding.js';

export const NOT_UPLOADED = 'Image is not uploaded';
export const NOT_VALID = 'Image is not valid';
const UPLOAD_SECONDS = 60 * 60;

export interface SlotUpload {
  slot: Slot;
  upload_url: string;
  expires_at: Date;
}

export interface Printable {
  images: Images;
  /** False: an image has not been uploaded yet, and is left out. */
  isWhole: boolean;
}

/** The images of templates: their uploads, and what is printed of them. */
@AppProvider()
export class AssetsService {
  constructor(
    private readonly assets: AssetRepository,
    private readonly files: FilesService,
    private readonly generatedFiles: GeneratedFilesService,
    private readonly database: DatabaseService,
  ) {}

  /** An asset and an address for the bytes of each image, in the caller's transaction. */
  async promise(ownerId: string, images: ImageInput[]): Promise<{ ids: TemplateImages; uploads: SlotUpload[] }> {
    const started = await this.files.startUploads(
      ownerId,
      images.map(({ slot, content_type: type, size_bytes: size }) => {
        // What arrived is decoded at its first use, and only then found to be no image.
        return {
          name: `${slot}.${type.slice(6)}`,
          type,
          size,
          seconds: UPLOAD_SECONDS,
          picture: false,
          attached: true,
        };
      }),
    );
    const ids: TemplateImages = {};
    const uploads: SlotUpload[] = [];
    for (const [at, { slot, content_type, size_bytes }] of images.entries()) {
      const { id: storage_key, upload_url, expires_at } = started[at] as (typeof started)[number];
      const row = { owner_id: ownerId, storage_key, content_type, size_bytes, status: 'awaiting', expires_at } as const;
      ids[slot] = (await this.assets.insert(row)).id;
      uploads.push({ slot, upload_url, expires_at });
    }
    return { ids, uploads };
  }

  /** Refuses a template whose images cannot be printed. Outside of transactions, as it may store files. */
  async expectUsable(images: TemplateImages): Promise<void> {
    const ids = Object.values(images);
    const found = await this.assets.byIds(ids);
    const states = await Promise.all(found.map((asset) => this.decode(asset)));
    if (found.length < ids.length || states.includes('awaiting')) throw new Refusal(409, NOT_UPLOADED);
    if (states.includes('rejected')) throw new Refusal(400, NOT_VALID);
  }

  /** What can be printed now, by slot. Outside of transactions, as it may store files. */
  async printable(slots: TemplateImages): Promise<Printable> {
    const found = new Map((await this.assets.byIds(Object.values(slots))).map((asset) => [asset.id, asset]));
    const images: Images = {};
    let isWhole = true;
    for (const [slot, id] of Object.entries(slots)) {
      const asset = found.get(id);
      const status = asset ? await this.decode(asset) : 'awaiting';
      if (status === 'awaiting') isWhole = false;
      if (status !== 'ready') continue;
      const { storage_key, content_type } = await this.assets.the({ id }, 'Image');
      images[slot] = { type: content_type, bytes: await buffer(await this.generatedFiles.read(storage_key)) };
    }
    return { images, isWhole };
  }

  /** At its first use an image is encoded anew, and that file takes the place of the upload. */
  private async decode(asset: Asset): Promise<Asset['status']> {
    const { id, status, storage_key, owner_id, content_type: declared } = asset;
    if (status !== 'awaiting') return status;
    const given = await this.uploaded(asset);
    if (!given) return (await this.assets.findOne({ id }))?.status ?? 'awaiting';
    const encoded = await encodedImage(given, declared);
    if (!encoded) {
      await this.database.transaction(() => this.assets.update({ id, status: 'awaiting' }, { status: 'rejected' }));
      return 'rejected';
    }
    const { bytes, ...columns } = encoded;
    const name = `image.${columns.content_type.slice(6)}`;
    const kept = await this.generatedFiles.keep({
      owner_id,
      name,
      type: columns.content_type,
      bytes,
      seconds: UNTIL_KEPT_SECONDS,
      isBeyondRoom: true,
    });
    await this.database.transaction(async () => {
      const ready = {
        ...columns,
        size_bytes: kept.size,
        storage_key: kept.id,
        status: 'ready',
        expires_at: null,
      } as const;
      const replaced = await this.assets.update({ id, status: 'awaiting' }, ready);
      if (replaced) await this.files.makePermanent(kept.id);
      // Somebody else may have decoded it in the meantime.
      await this.files.release([replaced ? storage_key : kept.id]);
    });
    return 'ready';
  }

  /** Undefined: it has not come yet, or it is gone, because somebody else has decoded it in the meantime. */
  private async uploaded({ id, storage_key, owner_id }: Asset): Promise<Buffer | undefined> {
    try {
      if (!(await this.files.arrived([storage_key], owner_id)).length) return undefined;
      return await buffer(await this.generatedFiles.read(storage_key));
    } catch (error) {
      if (await this.assets.exists({ id, status: 'awaiting' })) throw error;
      return undefined;
    }
  }
}
