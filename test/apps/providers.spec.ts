import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isAppProvider, withProviders } from '../../src/apps/kernel/app-provider.js';
import { declaredApp } from '../../src/apps/kernel/app.js';
import { CATALOGUE } from '../../src/apps/catalogue.js';

const APPS = fileURLToPath(new URL('../../src/apps', import.meta.url));

/** All classes in the folder of an app that are marked as its providers, and where they are. */
async function marked(slug: string): Promise<Map<unknown, string>> {
  const found = new Map<unknown, string>();
  for (const file of readdirSync(join(APPS, slug), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue;
    const exported: object = await import(`../../src/apps/${slug}/${file.replace(/\.ts$/, '.js')}`);
    for (const one of Object.values(exported)) {
      if (typeof one === 'function' && isAppProvider(one)) found.set(one, `${one.name} in ${file}`);
    }
  }
  return found;
}

describe.each(CATALOGUE.map((app) => [declaredApp(app)!] as const))('$slug', (declaration) => {
  it('uses every provider that it has: a job that nothing names would never run', async () => {
    const { slug, actions, providers = [], stats, exports, service, surface } = declaration;
    const single = [stats, exports, service, surface].filter((one) => one !== undefined);
    const unused = await marked(slug);
    expect(unused.size).toBeGreaterThan(0);
    for (const used of withProviders([...actions, ...providers, ...single])) unused.delete(used);
    expect([...unused.values()]).toEqual([]);
  });
});
