import { invalid } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { fileAnswer, type PublicAnswer } from '../../kernel/pages/public-answers.js';
import type { PublicRequest } from '../../kernel/pages/public-surface.js';
import { CodeRepository } from '../codes/code.repository.js';
import { DEFAULT_SIZE, DrawingService, IMAGE_TYPES } from '../drawing/drawing.service.js';
import { lookOf } from '../drawing/looks.js';
import type { Format } from '../qr.settings.js';
import { type ScannedCode, ScannedCodeRepository } from './scanned-code.repository.js';

const SMALLEST = 128;
const LARGEST = 2048;
/** Widths are rounded up to this step, so that caches hold few of them. */
const STEP = 64;
const MOST_KEPT = 256;
const MOST_KEPT_BYTES = 16 * 1024 * 1024;

/** Images of codes at addresses of their own. The last ones are kept in memory. */
@AppProvider()
export class PublicImagesService {
  /** In the order of their use. */
  private readonly kept = new Map<string, Buffer>();
  private keptBytes = 0;

  constructor(
    private readonly scanned: ScannedCodeRepository,
    private readonly codes: CodeRepository,
    private readonly drawings: DrawingService,
  ) {}

  /** Undefined: there is no such code, or its image shows what only its owner may see. */
  async answer({ query, visitor }: PublicRequest, key: string, format: Format): Promise<PublicAnswer | undefined> {
    const parameters = new URLSearchParams(query);
    const size = format === 'png' ? sizeOf(parameters.get('size')) : undefined;
    const code = await this.scanned.find(key);
    if (!code || !isPublic(code)) return undefined;
    const name = `${key}.${code.version}.${size ?? format}`;
    const headers = {
      'Content-Security-Policy': policyOf(code, format),
      ETag: `"${name}"`,
      ...(parameters.get('download') === '1' && { 'Content-Disposition': `attachment; filename="${key}.${format}"` }),
    };
    const isKnown = [visitor.headers['if-none-match']].flat().join().includes(headers.ETag);
    const image = isKnown ? '' : await this.image(code.id, { name, format, size });
    return image === undefined
      ? undefined
      : fileAnswer(IMAGE_TYPES[format], image, { cache: 'public, max-age=300', headers });
  }

  private async image(id: string, { name, format, size }: { name: string; format: Format; size?: number }) {
    const known = this.kept.get(name);
    const drawn = known ?? (await this.drawn(id, format, size));
    if (drawn) this.keep(name, drawn);
    return drawn;
  }

  private async drawn(id: string, format: Format, size?: number): Promise<Buffer | undefined> {
    const code = await this.codes.findOne({ id }, { select: ['payload', 'style', 'logo_png'] });
    return code && (await this.drawings.draw(code.payload, lookOf(code.style, code.logo_png), format, size)).data;
  }

  private keep(name: string, image: Buffer): void {
    this.forget(name);
    this.kept.set(name, image);
    this.keptBytes += image.length;
    for (const oldest of this.kept.keys()) {
      if (this.kept.size <= MOST_KEPT && this.keptBytes <= MOST_KEPT_BYTES) return;
      this.forget(oldest);
    }
  }

  private forget(name: string): void {
    this.keptBytes -= this.kept.get(name)?.length ?? 0;
    this.kept.delete(name);
  }
}

const isPublic = ({ status, mode, is_image_public, owner_is_active }: ScannedCode) =>
  owner_is_active && status !== 'deleted' && (mode === 'dynamic' || is_image_public);

/** A browser that opens an SVG by itself shows the logo in it only if images from `data:` are allowed. */
const policyOf = ({ has_logo }: ScannedCode, format: Format) =>
  has_logo && format === 'svg' ? "default-src 'none'; img-src data:" : "default-src 'none'";

function sizeOf(given: string | null): number {
  if (given === null) return DEFAULT_SIZE;
  const size = /^\d{1,4}$/.test(given) ? Number(given) : 0;
  if (size < SMALLEST || size > LARGEST) {
    throw invalid({ field: 'size', message: `size must be a whole number from ${SMALLEST} to ${LARGEST}` });
  }
  return Math.ceil(size / STEP) * STEP;
}
