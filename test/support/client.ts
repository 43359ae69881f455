import { Agent } from 'node:http';
import request, { type Test } from 'supertest';
import type { Contract } from './contract.js';
import { counted } from './measure.js';

type Body = string | object | undefined;

/**
 * Connections are used again, as clients do, but not after five seconds: the server closes them after a minute, and on a
 * busy machine a request could arrive just then.
 */
const agent = new Agent({ keepAlive: true, timeout: 5_000 });

/** A client of the API. Every answer is compared with the OpenAPI document, in every test. */
export class Client {
  constructor(
    private readonly url: string,
    readonly headers: Record<string, string>,
    private readonly contract: Contract,
  ) {}

  get(path: string): Test {
    return this.send('get', path, undefined);
  }

  post(path: string, body?: Body): Test {
    return this.send('post', path, body);
  }

  put(path: string, body?: Body): Test {
    return this.send('put', path, body);
  }

  patch(path: string, body?: Body): Test {
    return this.send('patch', path, body);
  }

  delete(path: string, body?: Body): Test {
    return this.send('delete', path, body);
  }

  with(headers: Record<string, string>): Client {
    return new Client(this.url, { ...this.headers, ...headers }, this.contract);
  }

  private send(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string, body: Body): Test {
    counted.calls++;
    const test = request(this.url)[method](path).agent(agent).set(this.headers);
    if (typeof body === 'string') void test.set('content-type', 'application/json').send(body);
    else if (body !== undefined) void test.send(body);
    return test.expect((response) => this.contract.check(method, path, response));
  }
}
