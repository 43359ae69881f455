import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';

export interface Unread {
  status: number;
  headers: IncomingHttpHeaders;
  /** Reads the whole body. */
  text(): Promise<string>;
  /** Closes the connection. */
  leave(): void;
}

/** The head of an answer whose body is not read until `text` is called. */
export function unread(
  url: string,
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: object; body?: object } = {},
): Promise<Unread> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const json = { 'content-type': 'application/json', ...headers };
    const sent = request({ hostname, port, path, method, headers: json, agent: false }, (response) => {
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        text: () => textOf(response),
        leave: () => void sent.destroy(),
      });
    });
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body));
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
