import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

const WORDS: Record<string, [status: number, error: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Headers too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request timed out'],
};

const oversized = new Map<string, [status: number, error: string]>();

/** Where a header is the credential, one that is too large is a wrong one: what the route says of those. */
export function sayOfOversized(route: string, status: number, error: string): void {
  oversized.set(`${route} `, [status, error]);
}

function wordsOf({ code, rawPacket }: ParserError): [status: number, error: string] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    for (const [route, words] of oversized)
      if (rawPacket?.subarray(0, route.length).equals(Buffer.from(route))) return words;
  }
  return WORDS[code ?? ''] ?? [400, 'Malformed request'];
}

type ParserError = NodeJS.ErrnoException & { rawPacket?: Buffer };

/** What Node's parser refuses never reaches Express; it is answered in the same form as every other refusal. */
export function refuseMalformed(error: ParserError, socket: Duplex): void {
  const answered = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || answered) {
    socket.destroy();
    return;
  }
  const [status, words] = wordsOf(error);
  const body = JSON.stringify({ error: words });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
