import type { Response } from 'express';
import { page } from '../../../platform/http/page.js';
import { urlOf } from '../../../platform/urls.js';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "base-uri 'none'; frame-ancestors 'none'";

/** What may stand in a policy; an odder host is left out, and only its redirect suffers. */
const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9.:[\]-]+$/;

export interface Shown {
  title: string;
  body: string;
  status?: number;
  /** Where a form of the page may lead in the end: browsers check redirects too. */
  leadsTo?: (string | null | undefined)[];
  /** Where the page leads by itself, after so many seconds. */
  forward?: { to: string; seconds: number };
}

/** Shows a page in the frame of all of ours, below a ribbon that says what this is. */
export function show(response: Response, { title, body, status = 200, leadsTo = [], forward }: Shown): void {
  const origins = leadsTo
    .map((url) => (url && urlOf(url)?.origin) || '')
    .filter((origin) => PLAIN_ORIGIN.test(origin));
  const mayLeadTo = ["'self'", ...new Set(origins)].join(' ');
  response.setHeader('Content-Security-Policy', `${POLICY}; form-action ${mayLeadTo}`);
  response.setHeader('Referrer-Policy', 'no-referrer');
  if (forward) response.setHeader('Refresh', `${forward.seconds}; url=${new URL(forward.to).href}`);
  response.status(status).send(
    page({
      title,
      style: '/sandbox.css',
      script: '/sandbox.js',
      body: `<p class="ribbon"><b>Sandbox</b> No money moves</p>\n${body}`,
    }),
  );
}
