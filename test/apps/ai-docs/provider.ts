import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  model: string;
  stream?: boolean;
  messages: { role: string; content: string }[];
}
export type Behaviour = (response: ServerResponse, asked: Asked) => void | Promise<void>;

/** A small endpoint of the OpenAI protocol. */
export class Provider {
  readonly asked: Asked[] = [];
  /** Also those that are not of the protocol. */
  requests = 0;
  /** Transfers that the caller has ended. */
  closed = 0;
  behaviour: Behaviour = saying('An answer.');
  private readonly server = createServer((request, response) => void this.answer(request, response));

  static async start(): Promise<Provider> {
    const provider = new Provider();
    await new Promise<void>((resolve) => provider.server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1/`;
  }

  get variables(): Record<string, string> {
    return { AI_BASE_URL: this.url, AI_MODEL: 'small', AI_API_KEY: 'key-of-the-operator' };
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests++;
    response.on('close', () => {
      if (!response.writableFinished) this.closed++;
    });
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const isRight =
      request.url === '/v1/chat/completions' && request.headers.authorization === 'Bearer key-of-the-operator';
    if (!isRight) return void response.writeHead(404).end();
    const asked = JSON.parse(Buffer.concat(parts).toString()) as Asked;
    this.asked.push(asked);
    await this.behaviour(response, asked);
  }
}

/** A whole answer as JSON. */
export const saying =
  (content: string, finish_reason = 'stop'): Behaviour =>
  (response) => {
    const usage = { prompt_tokens: 20, completion_tokens: 5 };
    const body = { model: 'small-1', choices: [{ message: { role: 'assistant', content }, finish_reason }], usage };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  };

export const failing =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  (response) =>
    void response.writeHead(status, headers).end('{}');

export const event = (value: object) => `data: ${JSON.stringify(value)}\n\n`;
const piece = (content: string) => event({ model: 'small-1', choices: [{ delta: { content } }] });

/** An answer in pieces. `ends` false: the connection breaks after them. */
export const streaming =
  (pieces: string[], { ends = true } = {}): Behaviour =>
  async (response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (const one of pieces) {
      response.write(piece(one));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    if (!ends) return void response.destroy();
    response.write(event({ choices: [{ delta: {}, finish_reason: 'stop' }] }));
    response.write(event({ choices: [], usage: { prompt_tokens: 30, completion_tokens: 7 } }));
    response.end('data: [DONE]\n\n');
  };

/** It begins, and then says nothing more. */
export const hanging: Behaviour = (response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  response.write(piece('The beginning'));
};
