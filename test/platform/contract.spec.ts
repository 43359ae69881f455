import type { Response } from 'supertest';
import { Contract } from '../support/contract.js';

describe('the test client', () => {
  const paths = {
    '/v1/things/{id}': {
      get: {
        responses: {
          200: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['name'],
                  properties: { name: { type: 'string' }, at: { type: 'string', format: 'date-time' } },
                  additionalProperties: false,
                },
              },
            },
          },
          404: { content: { 'application/json': { schema: { type: 'object', required: ['error'] } } } },
        },
      },
    },
  };
  const contract = new Contract({ openapi: '3.1.0', paths });
  const check =
    (status: number, body: object, path = '/v1/things/7') =>
    () =>
      contract.check('get', path, { status, body, type: 'application/json' } as Response);

  it.each<[string, number, object]>([
    ['a status that is not described', 500, { error: 'x' }],
    ['another success', 201, { name: 'x' }],
    ['a field too many', 200, { name: 'x', secret: 1 }],
    ['a field too few', 200, {}],
    ['another type', 200, { name: 5 }],
    ['a time that is none', 200, { name: 'x', at: 'yesterday' }],
    ['a refusal of another shape', 404, { message: 'x' }],
  ])('fails on %s', (_what, status, body) => {
    expect(check(status, body)).toThrow(/^GET \/v1\/things\/\{id\} \d+ is not/);
    expect(check(status, body, '/v1/things/7?a=b')).toThrow(/is not/);
  });

  it('passes what is as described', () => {
    expect(check(200, { name: 'x', at: '2030-01-31T12:00:00.000Z' })).not.toThrow();
    expect(check(404, { error: 'x' })).not.toThrow();
  });
});
