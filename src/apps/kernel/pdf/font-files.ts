import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Face } from './pdf-document.js';

/** Noto, under the SIL Open Font License; each package has it as `LICENSE_FONT`. */
const noto = (family: string, file: string) =>
  fileURLToPath(import.meta.resolve(`@expo-google-fonts/${family}/${file}.ttf`));

const REGULAR = [
  noto('noto-sans', '400Regular/NotoSans_400Regular'),
  noto('noto-sans-arabic', '400Regular/NotoSansArabic_400Regular'),
  noto('noto-sans-hebrew', '400Regular/NotoSansHebrew_400Regular'),
];
const BOLD = [
  noto('noto-sans', '700Bold/NotoSans_700Bold'),
  noto('noto-sans-arabic', '700Bold/NotoSansArabic_700Bold'),
  noto('noto-sans-hebrew', '700Bold/NotoSansHebrew_700Bold'),
];

/** Of each face the files in which a letter is looked for, in this order. */
const BUNDLED: Record<Face, string[]> = {
  sans: REGULAR,
  'sans-bold': BOLD,
  serif: [noto('noto-serif', '400Regular/NotoSerif_400Regular'), ...REGULAR],
  'serif-bold': [noto('noto-serif', '700Bold/NotoSerif_700Bold'), ...BOLD],
};

/** The fonts of the operator come last, by their names. */
export function fontFiles(face: Face, folder: string | undefined): string[] {
  const names = folder === undefined ? [] : readdirSync(folder).filter((name) => /\.(ttf|otf)$/i.test(name));
  return [...BUNDLED[face], ...names.sort().map((name) => join(folder as string, name))];
}
