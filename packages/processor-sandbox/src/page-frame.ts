import type { Response } from 'express';
import { type SandboxPage, sandboxPage } from '@community-platform/pages/sandbox';
import { urlOf } from './urls.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; frame-ancestors 'none'";

/** Origins that are safe in a policy. Another host is left out, and only its redirect fails. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9.:[\]-]+$/;

export type Shown = SandboxPage & { status?: number };

export function show(response: Response, { status = 200, ...page }: Shown): void {
  const { leadsTo = [], forward } = page;
  const origins = leadsTo.map((url) => (url && urlOf(url)?.origin) || '').filter((origin) => PLAIN_ORIGIN.test(origin));
  const mayLeadTo = ["'self'", ...new Set(origins)].join(' ');
  response.setHeader('Content-Security-Policy', `${POLICY}; form-action ${mayLeadTo}`);
  response.setHeader('Referrer-Policy', 'no-referrer');
  if (forward) response.setHeader('Refresh', `${forward.seconds}; url=${new URL(forward.to).href}`);
  response.status(status).send(sandboxPage(page));
}
