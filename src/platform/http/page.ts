import { applyDecorators, Header } from '@nestjs/common';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; " +
  "form-action 'none'; base-uri 'none'; frame-ancestors 'none'";

/**
 * The headers of a page that may show a secret or have one in its address. No content type is set: Express
 * sends text as HTML by default, and a refusal, which is JSON, would otherwise be sent as HTML.
 */
export const PageHeaders = (...morePolicy: string[]) =>
  applyDecorators(
    Header('Content-Security-Policy', [POLICY, ...morePolicy].join('; ')),
    Header('Referrer-Policy', 'no-referrer'),
    Header('Cache-Control', 'no-store'),
  );

/** Assets are revalidated each time: such pages are opened rarely, and a page must not run with an older script. */
export const PageAsset = (type: 'text/css' | 'text/javascript') =>
  applyDecorators(Header('Content-Type', `${type}; charset=utf-8`), Header('Cache-Control', 'no-cache'));
