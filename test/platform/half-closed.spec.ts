import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get } from '@nestjs/common';
import { ConnectionRegistry } from '../../src/realtime/connections/connections.registry.js';
import { Access } from '../../src/platform/access/access.js';
import { FixtureService } from '../support/fixture-service.js';
import { eventually } from '../support/service.js';

@Controller('slow')
@Access('none')
class SlowController {
  @Get()
  async slow(): Promise<object> {
    await sleep(500);
    return { late: true };
  }
}

let service: FixtureService;
beforeAll(async () => (service = await FixtureService.start({ controllers: [SlowController] })));
afterAll(() => service?.stop());

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: a\r\n${more}\r\n`;

/** Sends the text, closes the sending half, and returns everything until the other end closes. */
async function sendAndClose(text: string): Promise<string> {
  const socket = connect({ port: service.runtime.port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => undefined);
  socket.end(text);
  await once(socket, 'end');
  socket.destroy();
  return answer;
}

const bodies = (answer: string) =>
  answer
    .split(/HTTP\/1\.1 /)
    .slice(1)
    .map((one) => [Number(one.slice(0, 3)), one.split('\r\n\r\n')[1]]);

describe('a client that has closed its sending half', () => {
  it('gets its answer, also a slow one, and the connection is closed afterwards', async () => {
    expect(bodies(await sendAndClose(get('/v1/health')))).toEqual([[200, '{"status":"ok"}']]);
    expect(bodies(await sendAndClose(get('/slow')))).toEqual([[200, '{"late":true}']]);
  });

  it('gets the answers to all its requests, in order', async () => {
    const asked = [get('/slow'), get('/v1/health'), get('/slow')].join('');
    expect(bodies(await sendAndClose(asked))).toEqual([
      [200, '{"late":true}'],
      [200, '{"status":"ok"}'],
      [200, '{"late":true}'],
    ]);
  });

  it('gets the answer to a complete body, and a refusal of an incomplete one', async () => {
    const head = 'POST /v1/auth/refresh HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n';
    const whole = await sendAndClose(`${head}Content-Length: 23\r\n\r\n{"refresh_token":"nil"}`);
    expect(whole).toMatch(/^HTTP\/1.1 401 /);
    const half = await sendAndClose(`${head}Content-Length: 100\r\n\r\n{"refresh_token":"nil"}`);
    expect(half).not.toMatch(/^HTTP\/1.1 [25]/);
  });

  it('without a request is closed', async () => {
    expect(await sendAndClose('')).toBe('');
  });
});

it('an event stream whose client closes the connection ends at once', async () => {
  const { authorization } = await service.bearer();
  const { all } = service.app.get(ConnectionRegistry, { strict: false });
  const socket = connect(service.runtime.port, '127.0.0.1').on('error', () => undefined);
  socket.write(get('/v1/realtime/events', `Authorization: ${authorization}\r\n`));
  await eventually(async () => expect([...all]).toHaveLength(1));
  await once(socket, 'data');
  const begun = performance.now();
  // Only the sending half is closed, as by a program that has ended: nothing else is visible on the
  // connection.
  socket.end();
  await eventually(async () => expect([...all]).toHaveLength(0));
  // The keep-alive line, sent every 15 s, would also detect it.
  expect(performance.now() - begun).toBeLessThan(10_000);
  socket.destroy();
});

it('a service that stops does not wait for clients that have closed their sending half', async () => {
  const other = await FixtureService.start({ controllers: [SlowController] });
  const socket = connect({ port: other.runtime.port, host: '127.0.0.1', allowHalfOpen: true });
  let answer = '';
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString())).on('error', () => undefined);
  socket.end(get('/slow'));
  await once(other.server, 'request');
  await other.stop();
  expect(answer).toMatch(/^HTTP\/1.1 200 [^]*{"late":true}$/);
  socket.destroy();
});
