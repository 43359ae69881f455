import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { Response } from 'supertest';

interface Operation {
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
}

/** Not described: the document itself, pages for people, and metrics. */
const UNDESCRIBED = /^\/(v1\/openapi\.json|docs|dev|metrics|pages|verify-email|reset-password)\b/;

/**
 * Compares answers with the OpenAPI document: an answer that the document does not describe fails the test.
 */
export class Contract {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly checks = new Map<string, ValidateFunction>();
  private readonly paths: { pattern: RegExp; template: string }[];

  constructor(private readonly document: object) {
    addFormats.default(this.ajv);
    this.ajv.addSchema(document, 'openapi');
    // Fixed segments come before parameters, as in the router: a brace sorts after every letter.
    const templates = Object.keys((document as Document).paths).sort((a, b) => (a < b ? -1 : 1));
    this.paths = templates.map((template) => ({
      template,
      pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
    }));
  }

  check(method: string, path: string, { status, body, type }: Response): void {
    const operation = this.operation(method, path.replace(/\?.*$/, ''));
    if (!operation) {
      if (status === 404 || UNDESCRIBED.test(path)) return;
      throw new Error(`${method.toUpperCase()} ${path} is not described, and answers ${status}`);
    }
    const { template, responses } = operation;
    const described = responses[status];
    const name = `${method.toUpperCase()} ${template} ${status}`;
    if (!described) throw new Error(`${name} is not described: ${JSON.stringify(body)}`);
    if (!described.content?.[type]) throw new Error(`${name} is of the media type ${type || 'none'}`);
    if (type !== 'application/json') return;
    const pointer = [template, method, 'responses', String(status), 'content', 'application/json', 'schema'];
    const check = this.compiled(`openapi#/paths/${pointer.map(escape).join('/')}`);
    if (!check(body))
      throw new Error(`${name} is not as described: ${this.ajv.errorsText(check.errors)} in ${JSON.stringify(body)}`);
  }

  private operation(method: string, path: string): (Operation & { template: string }) | undefined {
    for (const { pattern, template } of this.paths) {
      const found = pattern.test(path) && (this.document as Document).paths[template]?.[method];
      if (found) return { template, ...found };
    }
    return undefined;
  }

  private compiled(pointer: string): ValidateFunction {
    const known = this.checks.get(pointer) ?? this.ajv.compile({ $ref: pointer });
    this.checks.set(pointer, known);
    return known;
  }
}

const escape = (part: string) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
