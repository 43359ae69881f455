import { type IncomingHttpHeaders, request } from 'node:http';
import { counted } from './measure.js';

export interface Question {
  method?: string;
  headers?: Record<string, string | number>;
  /** A list is sent in chunks, without Content-Length. */
  body?: string | Buffer | Buffer[];
  /** Announces the body and never sends all of it, so the answer has to come before. */
  unfinished?: boolean;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The text parsed as JSON, if it is JSON. */
  body: any;
}

/** Sends one request exactly as given: paths are not normalised, bodies not encoded, headers not added. */
export function ask(url: string, path: string, question: Question = {}): Promise<Answer> {
  const { method = 'GET', headers, body, unfinished } = question;
  const { hostname, port } = new URL(url);
  counted.calls++;
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, body: parsed(text) });
        if (unfinished) sent.destroy();
      });
    });
    sent.on('error', reject);
    if (Array.isArray(body)) for (const chunk of body) sent.write(chunk);
    else if (body !== undefined) sent.write(body);
    if (!unfinished) sent.end();
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
