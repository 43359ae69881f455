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
  /** The parameters of the part's header: `name="file"; filename="a.txt"`. */
  head: string;
  type?: string;
  body: Buffer | string;
}

/** The bytes of a form; `cut` leaves its end out. */
export function form(parts: Part[], cut = false): Buffer {
  const pieces = parts.flatMap(({ head, type, body }) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`,
    body,
    '\r\n',
  ]);
  if (cut) pieces.pop();
  return Buffer.concat([...pieces, cut ? '' : `--${BOUNDARY}--\r\n`].map((piece) => Buffer.from(piece)));
}

/** Posts the given bytes as a form. */
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

export const stored = ({ runtime }: TestService) => filesIn(join(runtime.environment.dataDir, 'files'));
/** The number of stored files when no job is about to add or remove one, including those of earlier tests. */
export const storedAtRest = async (service: TestService) => {
  await service.jobsDone();
  return stored(service).length;
};
export const incoming = ({ runtime }: TestService) => filesIn(join(runtime.environment.dataDir, 'incoming'));

/** Waits until no upload has left a temporary file. */
export const nothingIncoming = (service: TestService) =>
  eventually(() =>
    incoming(service).length ? Promise.reject(new Error(String(incoming(service)))) : Promise.resolve(),
  );

/** Requests a file by the path of its URL from this service, whatever host the URL has. */
export const get = (service: TestService, url: string, headers: Record<string, string> = {}) =>
  fetch(service.url + new URL(url).pathname, { headers, redirect: 'manual' });

export const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

export type Format = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif';

/** An image of one colour. */
export const picture = (format: Format, width = 60, height = 40) =>
  sharp({ create: { width, height, channels: 3, background: '#c33' } })
    .toFormat(format)
    .toBuffer();
