import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Image, Look } from '../drawing/drawing-task.js';
import { DrawingThreadsService } from '../drawing/drawing-threads.service.js';
import type { Format } from '../qr.settings.js';
import { NO_FONT, tooLong } from '../refusals.js';

export const DEFAULT_SIZE = 512;
export const IMAGE_TYPES: Record<Format, string> = { svg: 'image/svg+xml', png: 'image/png' };

@AppProvider()
export class CodeImagesService {
  constructor(private readonly threads: DrawingThreadsService) {}

  async draw(content: string, look: Look, format: Format, size?: number): Promise<Image & { data: Buffer }> {
    const width = format === 'png' ? (size ?? DEFAULT_SIZE) : size;
    const drawn = await this.threads.draw({ content, format, width, ...look });
    if (drawn === 'no font') throw new Refusal(503, NO_FONT);
    if (drawn === 'too long') throw tooLong(look.level);
    const { buffer, byteOffset, byteLength } = drawn.data;
    return { ...drawn, data: Buffer.from(buffer, byteOffset, byteLength) };
  }
}
