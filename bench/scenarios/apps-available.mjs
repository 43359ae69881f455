import { newCaller, post } from '../network/callers.mjs';

export const name = 'apps-available';
export const path = '/v1/apps/available';
export const alone = true;

/** For a caller who has installed one app. */
export async function prepare(here) {
  const caller = await newCaller(here);
  await post(here, caller, '/v1/apps/install', { slug: 'shortlinks' });
  return { headers: caller.headers };
}

export function bare(app, { identify, query, manifests }) {
  app.get(path, identify, async (request, response) => {
    const { rows } = await query('apps_installed', request.user.id);
    const installed = new Set(rows.map((row) => row.app));
    response.json({ apps: manifests.map((manifest) => ({ ...manifest, installed: installed.has(manifest.slug) })) });
  });
}
