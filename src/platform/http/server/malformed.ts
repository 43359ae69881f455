import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';

const WORDS: Record<string, [status: number, error: string]> = {
  HPE_HEADER_OVERFLOW: [431, 'Headers too large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Payload too large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request timed out'],
};

/**
 * Requests that Node's parser refuses never reach Express. They get an answer of the same form as other
 * refusals.
 */
export function refuseMalformed(error: NodeJS.ErrnoException, socket: Duplex): void {
  const answered = (socket as { _httpMessage?: { headersSent: boolean } })._httpMessage?.headersSent;
  if (error.code === 'ECONNRESET' || !socket.writable || answered) {
    socket.destroy();
    return;
  }
  const [status, words] = WORDS[error.code ?? ''] ?? [400, 'Malformed request'];
  const body = JSON.stringify({ error: words });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}
