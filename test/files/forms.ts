import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Test } from 'supertest';
import { ask, type Answer, type Question } from '../support/ask.js';
import type { Client } from '../support/client.js';
import { type Account, eventually, type TestService } from '../support/service.js';

export const MEBIBYTE = 1024 * 1024;

/** Posts a file as a browser does. */
export const upload = (client: Client, bytes: Buffer | string, name = 'file.bin', field = 'file'): Test =>
  client.post('/v1/files').attach(field, Buffer.from(bytes), name);

const BOUNDARY = 'x-boundary-x';
export const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

export interface Part {
  /** The header's own words: `name="file"; filename="a.txt"`. */
  head: string;
  type?: string;
  body: Buffer | string;
}

/** A form byte by byte; `cut` leaves its end out. */
export function form(parts: Part[], cut = false): Buffer {
  const pieces = parts.flatMap(({ head, type, body }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    body,
    '\r\n',
  ]);
  if (cut) pieces.pop();
  return Buffer.concat([...pieces, cut ? '' : `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

/** Posts a form as written. */
export function send(
  service: TestService,
  { access_token }: Account,
  body: Question['body'],
  question: Question = {},
): Promise<Answer> {
  const headers = { authorization: `Bearer ${access_token}`, ...FORM, ...question.headers };
  return ask(service.url, '/v1/files', { method: 'POST', body, ...question, headers });
}

/** Every file below the folder. */
export function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => statSync(join(folder, name)).isFile());
  } catch {
    return [];
  }
}

export const stored = ({ config }: TestService) => filesIn(join(config.dataDir, 'files'));
/** How many, when no job is on its way to add or remove one: what earlier tests began counts too. */
export const storedAtRest = async (service: TestService) => {
  await service.jobsDone();
  return stored(service).length;
};
export const incoming = ({ config }: TestService) => filesIn(join(config.dataDir, 'incoming'));

/** When no upload has left anything behind that is on its way. */
export const nothingIncoming = (service: TestService) =>
  eventually(() =>
    incoming(service).length ? Promise.reject(new Error(String(incoming(service)))) : Promise.resolve(),
  );

/** Looks at a file by its address, whoever the address says serves it. */
export const get = (service: TestService, url: string, headers: Record<string, string> = {}) =>
  fetch(service.url + new URL(url).pathname, { headers, redirect: 'manual' });

export const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

export type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** A picture of one colour. */
export const picture = (format: Format, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .toFormat(format)
    .toBuffer();
