import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import fc from 'fast-check';
import sharp from 'sharp';
import { EYE_SHAPES, SHAPES } from '../../../src/apps/kernel/codes/code-style.js';
import { draw, prove } from '../../../src/apps/qr/drawing/drawing-task.js';
import { logoOf } from '../../../src/apps/qr/drawing/logo.js';
import { lookOf } from '../../../src/apps/qr/drawing/looks.js';
import { LEVELS } from '../../../src/apps/qr/drawing/style.input.js';
import { logo, scanned } from './workshop.js';

const colour = (min: number, max: number) =>
  fc
    .tuple(fc.integer({ min, max }), fc.integer({ min, max }), fc.integer({ min, max }))
    .map((parts) => `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`);

const styles = fc.record(
  {
    error_correction: fc.constantFrom(...LEVELS),
    foreground: colour(0, 90),
    background: fc.oneof(colour(200, 255), fc.constant('transparent')),
    margin: fc.integer({ min: 2, max: 10 }),
    shape: fc.constantFrom(...SHAPES),
    eye_shape: fc.constantFrom(...EYE_SHAPES),
    logo_scale: fc.double({ min: 0.1, max: 0.25, noNaN: true }),
    caption: fc.string({ minLength: 1, maxLength: 40, unit: fc.constantFrom('a', 'W', '<', '&', '"', 'é', '語', ' ') }),
  },
  { requiredKeys: [] },
);
const contents = fc.oneof(
  fc.string({ minLength: 1, maxLength: 300 }),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 80 }),
  fc.webUrl(),
  fc.stringMatching(/^[0-9]{1,200}$/),
);

describe('a drawing', () => {
  it('that is accepted reads back as what it was drawn from, as SVG and as PNG', async () => {
    const picture = await logoOf(await logo());
    let accepted = 0;
    const check = async (content: string, style: any, hasLogo: boolean) => {
      const level = hasLogo ? { error_correction: 'H' as const } : {};
      const look = lookOf({ ...style, ...level }, hasLogo ? picture : null);
      const { versions, isReadable } = await prove({ contents: [content], ...look });
      fc.pre(isReadable);
      accepted++;
      for (const format of ['svg', 'png'] as const) {
        const image = await draw({ content, format, width: 512, ...look });
        if (typeof image === 'string') throw new Error(image);
        expect(await scanned(Buffer.from(image.data))).toBe(content);
        expect(image.symbol_version).toBe(versions[0]);
      }
    };
    const property = fc.asyncProperty(contents, styles, fc.boolean(), check);
    await fc.assert(property, { numRuns: 40, seed: 38, maxSkipsPerRun: 100 });
    expect(accepted).toBeGreaterThanOrEqual(40);
  }, 120_000);

  it('of every shape and level is accepted with ordinary contents', async () => {
    for (const shape of SHAPES) {
      for (const eye_shape of EYE_SHAPES) {
        for (const error_correction of LEVELS) {
          const look = lookOf({ shape, eye_shape, error_correction, caption: 'Speisekarte 日本語' }, null);
          const content = `https://cafe.example/${shape}/${'x'.repeat(120)}`;
          expect(await prove({ contents: ['short', content], ...look })).toMatchObject({ isReadable: true });
        }
      }
    }
  }, 60_000);

  it('of a long text in the plain style can be scanned at every level', async () => {
    const words = 'The quick brown fox jumps over the lazy dog, 12 times; or was it 13? '.repeat(15);
    for (const error_correction of LEVELS) {
      for (const length of [500, 700, 900, 1000]) {
        const [content, look] = [words.slice(0, length), lookOf({ error_correction }, null)];
        const { isReadable } = await prove({ contents: [content], ...look });
        expect([error_correction, length, isReadable]).toEqual([error_correction, length, true]);
        const image = await draw({ content, format: 'png', width: 512, ...look });
        if (typeof image === 'string') throw new Error(image);
        expect(await scanned(Buffer.from(image.data))).toBe(content);
      }
    }
  });

  it('of the largest symbol has at most a mebibyte in an answer, and can be scanned', async () => {
    const look = lookOf({ error_correction: 'L', shape: 'dots' }, null);
    const content = 'é'.repeat(1475);
    const image = await draw({ content, format: 'png', width: 2048, ...look });
    if (typeof image === 'string') throw new Error(image);
    const png = Buffer.from(image.data);
    expect(png.toString('base64').length).toBeLessThanOrEqual(1024 * 1024);
    expect(image.symbol_version).toBe(40);
    expect((await scanned(png, 2048)) === content).toBe(true);
  }, 30_000);

  it('has a view box, crisp edges, nothing from outside, and an escaped caption', async () => {
    const look = lookOf({ caption: `<script>"&'</script>`, shape: 'dots' }, await logoOf(await logo()));
    const image = await draw({ content: 'x', format: 'svg', width: undefined, ...look });
    if (typeof image === 'string') throw new Error(image);
    const svg = Buffer.from(image.data).toString();
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 29 [\d.]+" shape-rendering="crispEdges">/,
    );
    expect(svg).toContain('&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;</text>');
    expect(svg.match(/href="[^"]{0,15}/g)).toEqual(['href="data:image/png;']);
    expect(svg).not.toContain('<script');
    expect((await sharp(Buffer.from(svg)).metadata()).format).toBe('svg');
  });

  it('tells what is too long for a symbol, and how large the symbol is', async () => {
    const proof = await prove({ contents: ['x', 'x'.repeat(8000)], ...lookOf({}, null) });
    expect(proof).toEqual({ versions: [1, null], isReadable: false });
    const image = await draw({ content: 'x', format: 'png', width: 256, ...lookOf({ caption: 'Table 4' }, null) });
    expect(image).toMatchObject({ width: 256, height: 286, symbol_version: 1, modules: 21 });
  });

  it('with a caption is no PNG on a machine without fonts, where every letter would be the same box', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fonts-'));
    const FONTCONFIG_FILE = join(folder, 'fonts.conf');
    await writeFile(FONTCONFIG_FILE, `<fontconfig><dir>${folder}</dir><cachedir>${folder}</cachedir></fontconfig>`);
    const program = `
      const { draw } = await import(${JSON.stringify(dist('drawing-task.js'))});
      const { lookOf } = await import(${JSON.stringify(dist('looks.js'))});
      const drawn = (look) => draw({ content: 'x', format: 'png', width: 128, ...lookOf(look, null) });
      console.log(await drawn({ caption: 'A' }), (await drawn({})).width);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      env: { ...process.env, FONTCONFIG_FILE },
    });
    await rm(folder, { recursive: true });
    expect(stdout.trim()).toBe('no font 128');
  });
});

const dist = (file: string) => new URL(`../../../dist/apps/qr/drawing/${file}`, import.meta.url).href;

describe('a logo', () => {
  const wrong = 'Logo must be a PNG of at most 64 KB and 512 x 512 pixels';
  const bytes = (base64: string) => Buffer.from(base64, 'base64');
  const refused = (given: Buffer | string) =>
    expect(logoOf(typeof given === 'string' ? given : given.toString('base64'))).rejects.toThrow(wrong);

  it('is encoded anew, without metadata', async () => {
    const given = await sharp(bytes(await logo(100, 40)))
      .withExif({ IFD0: { Copyright: 'somebody' } })
      .png()
      .toBuffer();
    const kept = await logoOf(given.toString('base64'));
    const { width, height, exif } = await sharp(kept).metadata();
    expect({ width, height, exif }).toEqual({ width: 100, height: 40, exif: undefined });
  });

  it('is refused unless it is a small PNG', async () => {
    const png = bytes(await logo());
    await refused('');
    await refused('not base64!');
    await refused(await sharp(png).jpeg().toBuffer());
    await refused(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/></svg>'));
    await refused(await logo(513, 10));
    await refused(await logo(10, 513));
    await refused(png.subarray(0, png.length - 20));
    await refused(png.subarray(0, 20));
    await refused(Buffer.concat([png.subarray(0, 8), Buffer.alloc(40)]));
    const raw = { width: 512, height: 512, channels: 3 } as const;
    const noise = await sharp(randomBytes(512 * 512 * 3), { raw })
      .png()
      .toBuffer();
    expect(noise.length).toBeGreaterThan(64 * 1024);
    await refused(noise);
  });

  it('whose size is a lie, or that hides more than it shows, is not decoded', async () => {
    const bomb = bytes(await logo());
    bomb.writeUInt32BE(100_000, 16);
    await refused(bomb);
    const lie = bytes(await logo(512));
    lie.writeUInt32BE(8, 16);
    await refused(lie);
    expect(await logoOf(await logo(512))).toBeInstanceOf(Buffer);
  });
});
