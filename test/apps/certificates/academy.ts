import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Test } from 'supertest';
import { DatabaseService } from '../../../src/platform/database/database.service.js';
import { CertificatesService } from '../../../src/apps/certificates/certificates.service.js';
import { type Account, TestService } from '../../support/service.js';

type Who = Pick<Account, 'client'>;

/** A service in which people issue certificates, and others receive and check them. */
export class Academy {
  constructor(readonly service: TestService) {}

  static async start(variables: Record<string, string> = {}): Promise<Academy> {
    return new Academy(await TestService.lease({ TRUST_PROXY: 'loopback', ...variables }));
  }

  async stop(): Promise<void> {
    await this.endDrawing();
    await this.service.stop();
  }

  /** PDFs that nobody waits for are not drawn: hundreds of them take longer than a spec. */
  async endDrawing(): Promise<void> {
    await this.rows(`DELETE FROM jobs.job WHERE name = 'certificates.render-certificate' AND state < 'active'`);
    await this.service.jobsDone();
  }

  /** Somebody who has the app. */
  async person(...more: string[]): Promise<Account> {
    const made = await this.service.account();
    for (const slug of ['certificates', ...more]) await made.client.post('/v1/apps/install', { slug }).expect(200);
    return made;
  }

  call({ client }: Who, action: string, input: object = {}): Test {
    return client.post(`/v1/apps/certificates/${action}`, input);
  }

  async ask(who: Who, action: string, input: object = {}): Promise<any> {
    return (await this.call(who, action, input).expect(200)).body;
  }

  expectRefused(who: Who, action: string, input: object, status: number, error: string): Test {
    return this.call(who, action, input).expect(status, { error });
  }

  /** A refusal of the input; the answer tells what is wrong. */
  async wrong(who: Who, action: string, input: object): Promise<any[]> {
    const { body } = await this.call(who, action, input).expect(400);
    expect(body.error).toBe('Validation error');
    return body.details;
  }

  async template(who: Who, more: object = {}): Promise<any> {
    return (await this.make(who, more)).template;
  }

  make(who: Who, more: object = {}): Promise<any> {
    return this.ask(who, 'create-template', {
      name: 'Barista basics',
      title: 'Barista Basics',
      issuer_name: 'Coffee School',
      ...more,
    });
  }

  issue(who: Who, { id }: { id: string }, recipients: object[], more: object = {}): Promise<any> {
    return this.ask(who, 'issue-certificates', { template_id: id, recipients, ...more });
  }

  /** One certificate with its claim link. */
  async issued(who: Who, template: { id: string }, recipient: object = {}, more: object = {}): Promise<any> {
    return (await this.issue(who, template, [{ name: 'Recipient One', ...recipient }], more)).issued[0];
  }

  get(path: string, headers: Record<string, string> = {}): Promise<Response> {
    const url = path.startsWith('http') ? path : `${this.service.url}/v1/apps/certificates/public/${path}`;
    return fetch(url, { headers: { 'user-agent': BROWSER, ...headers }, redirect: 'manual' });
  }

  async pdf(path: string): Promise<Buffer> {
    const response = await this.get(path);
    expect([path, response.status, response.headers.get('content-type')]).toEqual([path, 200, 'application/pdf']);
    return Buffer.from(await response.arrayBuffer());
  }

  async rows(statement: string, ...values: unknown[]): Promise<any[]> {
    return (await this.service.database.query(statement, values)).rows;
  }

  /** What the columns of a certificate are from now on. */
  set({ id }: { id: string }, columns: string): Promise<any[]> {
    return this.rows(`UPDATE ext_certificates.certificates SET ${columns} WHERE id = $1`, id);
  }

  async notices({ id }: Account, what: string): Promise<any[]> {
    const rows = await this.rows(
      'SELECT data FROM notifications.notifications WHERE user_id = $1 AND type = $2 ORDER BY id',
      id,
      `certificates.${what}`,
    );
    return rows.map(({ data }) => data);
  }

  async run(job: new (...args: never[]) => { run(data: never): Promise<void> }, data: object = {}): Promise<void> {
    await this.service.app.get<{ run(data: object): Promise<void> }>(job as never, { strict: false }).run(data);
  }

  /** What other apps ask of it, inside a transaction as they do. */
  within<T>(work: (certificates: CertificatesService) => Promise<T>): Promise<T> {
    const certificates = this.service.app.get(CertificatesService, { strict: false });
    return this.service.app.get(DatabaseService).transaction(() => work(certificates));
  }
}

export const BROWSER = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/126.0.0.0 Safari/537.36';
export const tokenIn = (url: string) => url.split('/').at(-1) as string;

function isThere(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Programs that are not ours, from the Debian packages qpdf and poppler-utils. */
const HAS_PDF_TOOLS = ['qpdf', 'pdftotext', 'pdftoppm', 'pdffonts'].every(isThere);

export const withPdfTools = HAS_PDF_TOOLS ? it : it.skip;
if (!HAS_PDF_TOOLS) process.stderr.write('not installed: qpdf, poppler-utils; the PDFs are not read back\n');

/** Lets a program read a file with these bytes; `%` stands for it. */
export function reads(bytes: Buffer, program: string, ...args: string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'pdf-'));
  try {
    const file = join(folder, 'certificate.pdf');
    writeFileSync(file, bytes);
    return execFileSync(
      program,
      args.map((arg) => arg.replace('%', file)),
      { cwd: folder },
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export const textOf = (pdf: Buffer) => reads(pdf, 'pdftotext', '-layout', '%', '-').toString();
/** The first page as PNG. */
export const pictureOf = (pdf: Buffer) => reads(pdf, 'pdftoppm', '-r', '100', '-png', '-singlefile', '%');

export const isSound = (pdf: Buffer) =>
  expect(reads(pdf, 'qpdf', '--check', '%').toString()).toContain('No syntax or stream encoding errors');
