import sharp from 'sharp';
import { SmallImagesJob } from '../../src/files/images/small-images.job.js';
import { atOnce, tally } from '../account/at-once.js';
import { type Account, TestService } from '../support/service.js';
import { bytesOf, type Format, get, nothingIncoming, picture, stored, storedAtRest, upload } from './forms.js';

let service: TestService;
let person: Account;
beforeAll(async () => {
  service = await TestService.start();
  person = await service.account();
});
afterAll(() => service.stop());

/** An image that is rotated by metadata, and whose metadata contains place and author. */
async function photo(format: Format): Promise<Buffer> {
  const plain = await picture(format, 1200, 800);
  return sharp(plain)
    .withExif({
      IFD0: { Artist: 'SECRET-NAME' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">SECRET-NAME</x:xmpmeta>')
    .withMetadata({ orientation: 6 })
    .toFormat(format)
    .toBuffer();
}

describe('an image', () => {
  it.each<[Format, string]>([
    ['jpeg', 'image/jpeg'],
    ['png', 'image/png'],
    ['webp', 'image/webp'],
    ['gif', 'image/gif'],
    ['avif', 'image/avif'],
  ])('%s has a size, and a small version soon', async (format, type) => {
    const bytes = await picture(format, 1280, 400);
    const { file } = (await upload(person.client, bytes, 'a.txt').expect(201)).body;
    expect(file).toMatchObject({
      type,
      kind: 'image',
      width: 1280,
      height: 400,
      small_url: `${file.url}/small`,
    });
    const original = await get(service, file.url);
    expect(original.headers.get('content-type')).toBe(type);
    expect(original.headers.get('content-disposition')).toMatch(/^inline/);
    // The image has no metadata, so it is stored unchanged.
    expect((await bytesOf(original)).equals(bytes)).toBe(true);
    await service.jobsDone();
    const small = await get(service, file.small_url);
    expect(small.headers.get('content-type')).toBe('image/webp');
    expect(small.headers.get('cache-control')).toContain('immutable');
    expect(small.headers.get('etag')).not.toBe(original.headers.get('etag'));
    const { format: made, width, height } = await sharp(await bytesOf(small)).metadata();
    expect([made, width, height]).toEqual(['webp', 640, 200]);
  });

  it.each<[Format]>([['jpeg'], ['png'], ['webp']])(
    '%s loses its location metadata and is rotated upright',
    async (format) => {
      const bytes = await photo(format);
      expect(bytes.includes('SECRET-NAME')).toBe(true);
      const { file } = (await upload(person.client, bytes).expect(201)).body;
      expect(file).toMatchObject({ width: 800, height: 1200, type: `image/${format}` });
      const served = await bytesOf(await get(service, file.url));
      expect(served).toHaveLength(file.size);
      expect(served.includes('SECRET-NAME')).toBe(false);
      const { exif, xmp, orientation, width, height } = await sharp(served).metadata();
      expect([exif, xmp, orientation, width, height]).toEqual([undefined, undefined, undefined, 800, 1200]);
      await service.jobsDone();
      const small = await sharp(await bytesOf(await get(service, file.small_url))).metadata();
      expect([small.exif, small.width, small.height]).toEqual([undefined, 427, 640]);
    },
  );

  it('avif loses its location metadata', async () => {
    const bytes = await sharp(await picture('avif'))
      .withExif({ IFD0: { Artist: 'SECRET-NAME' } })
      .avif()
      .toBuffer();
    expect(bytes.includes('SECRET-NAME')).toBe(true);
    const { file } = (await upload(person.client, bytes).expect(201)).body;
    expect(file).toMatchObject({ width: 60, height: 40, type: 'image/avif' });
    expect((await bytesOf(await get(service, file.url))).includes('SECRET-NAME')).toBe(false);
  });

  it('loses the comment of a PNG', async () => {
    const plain = await picture('png');
    const text = Buffer.from('tEXtComment\0SECRET-NAME');
    const chunk = Buffer.concat([Buffer.from([0, 0, 0, text.length - 4]), text, crc32(text)]);
    const bytes = Buffer.concat([plain.subarray(0, 33), chunk, plain.subarray(33)]);
    const { file } = (await upload(person.client, bytes).expect(201)).body;
    expect((await bytesOf(await get(service, file.url))).includes('SECRET-NAME')).toBe(false);
  });

  it('keeps the frame delays of an animation, whose small version is a still image', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 30, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ delay: [50, 60, 70] })
      .withExif({ IFD0: { Artist: 'SECRET-NAME' } })
      .toBuffer();
    const { file } = (await upload(person.client, moving).expect(201)).body;
    expect(file).toMatchObject({ width: 30, height: 20 });
    const { pages, delay, exif } = await sharp(await bytesOf(await get(service, file.url))).metadata();
    expect([pages, delay, exif]).toEqual([3, [50, 60, 70], undefined]);
    await service.jobsDone();
    expect((await sharp(await bytesOf(await get(service, file.small_url))).metadata()).pages).toBeUndefined();
  });

  it('is served in full size, uncached, until its small version exists', async () => {
    const bytes = await picture('png');
    const { file } = (await upload(person.client, bytes).expect(201)).body;
    await service.jobsDone();
    await service.database.query('UPDATE files.files SET small_path = NULL WHERE id = $1', [file.id]);
    const early = await get(service, file.small_url);
    expect([early.status, early.headers.get('cache-control'), early.headers.get('content-type')]).toEqual([
      200,
      'no-store',
      'image/png',
    ]);
    expect((await bytesOf(early)).equals(bytes)).toBe(true);
  });

  it('gets one small version, however often the job runs', async () => {
    const { file } = (await upload(person.client, await picture('png')).expect(201)).body;
    await service.jobsDone();
    await service.database.query('UPDATE files.files SET small_path = NULL WHERE id = $1', [file.id]);
    const before = await storedAtRest(service);
    const job = service.app.get(SmallImagesJob);
    await atOnce(4, () => job.run({ id: file.id }));
    await service.jobsDone();
    expect(stored(service)).toHaveLength(before + 1);
    expect((await get(service, file.small_url)).headers.get('content-type')).toBe('image/webp');
    await job.run({ id: '00000000-0000-7000-8000-000000000000' });
    await nothingIncoming(service);
  });

  it('is processed two at a time when twenty arrive at once', async () => {
    const bytes = await photo('jpeg');
    const answers = await atOnce(20, () => upload(person.client, bytes));
    expect(tally(answers)).toEqual({ 201: 20 });
    await service.jobsDone();
    for (const { body } of answers) {
      expect((await get(service, body.file.small_url)).headers.get('content-type')).toBe('image/webp');
    }
    await nothingIncoming(service);
  });
});

function crc32(bytes: Buffer): Buffer {
  let crc = ~0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const four = Buffer.alloc(4);
  four.writeUInt32BE(~crc >>> 0);
  return four;
}
