import { rmSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';

const OUT = resolve('dist/bundle');

/**
 * Packages that stay outside of the bundle: native ones, those that look for files beside their own, the S3 client,
 * which is larger than all others together and used only with FILES_URL=s3://…, and those that read PDF and DOCX, which
 * only a process of their own uses.
 */
const OUTSIDE = ['sharp', '@node-rs/argon2', 'swagger-ui-dist', 'flydrive/drivers/s3', 'unpdf', 'mammoth'];
/** Packages that libraries use where they are installed; here they are not. */
const MISSING = ['@nestjs/microservices', '@nestjs/websockets', 'pg-native'];
/**
 * Express tells by `depd` from which line a deprecated function is called. It asks V8 for its own line at the start, and V8
 * then counts the lines of the whole bundle and keeps them. The form for browsers tells nothing.
 */
const SILENT = { depd: 'depd/lib/browser/index.js' };

const isOf = (names) => (id) => names.some((name) => id === name || id.startsWith(`${name}/`));
const isOutside = isOf([...OUTSIDE, ...MISSING]);

/**
 * What a script cannot do as an ES module does. A module that looks for a file beside itself looks where it was compiled
 * to, and not beside the bundle. A package outside of the bundle is imported by a function that the caller provides.
 */
const asScript = {
  name: 'as-script',
  transform: {
    filter: { code: /import\.meta\.|\bimport\(/ },
    handler(code, id) {
      const address = `require('node:url').pathToFileURL(__dirname + ${JSON.stringify(`/${relative(OUT, id)}`)}).href`;
      return code
        .replace(/import\.meta\.resolve\(([^)]+)\)/g, `new URL($1, ${address}).href`)
        .replace(/import\.meta\.url/g, address)
        .replace(/\bimport\((?:'([^']+)'|(\w+))\)/g, (whole, name, variable) =>
          variable || isOutside(name) ? whole.replace('import', '__importOutside') : whole,
        );
    },
  },
};

// V8 compares no more than the length of a text with stored code, so that of another bundle must not stay.
rmSync(OUT, { recursive: true, force: true });
const bundle = await rolldown({
  input: { programs: 'dist/programs.js' },
  platform: 'node',
  external: isOutside,
  resolve: { alias: SILENT },
  plugins: [asScript],
});
await bundle.write({
  dir: OUT,
  format: 'cjs',
  entryFileNames: '[name].cjs',
  codeSplitting: false,
  dynamicImportInCjs: false,
  // A character that is not Latin would double the memory of the whole text.
  charset: 'ascii',
  comments: false,
  // Nest, TypeORM and the OpenAPI document use the names of classes.
  keepNames: true,
  postBanner: '(function (exports, require, __dirname, __importOutside) {',
  postFooter: '})',
});

const { compileBundle } = await import('../dist/run-program.js');
await compileBundle();
// A library may have started a timer while it was loaded.
process.exit(0);
