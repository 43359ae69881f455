import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import forge from 'node-forge';
import { SigningRoom } from './signing-room.js';

const isThere = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
/** Skipped where the program is missing: Debian has it in poppler-utils and qpdf. */
const withPrograms = isThere('pdfsig') && isThere('qpdf') ? it : it.skip;

/** A PKCS#12 file with a certificate that signs itself. */
function sealFile(folder: string): string {
  const keys = forge.pki.rsa.generateKeyPair(2048);
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = keys.publicKey;
  certificate.serialNumber = '01';
  certificate.validity.notAfter.setFullYear(certificate.validity.notBefore.getFullYear() + 1);
  certificate.setSubject([{ name: 'commonName', value: 'Seal of a test' }]);
  certificate.setIssuer([{ name: 'commonName', value: 'Seal of a test' }]);
  certificate.sign(keys.privateKey, forge.md.sha256.create());
  const store = forge.pkcs12.toPkcs12Asn1(keys.privateKey, [certificate], 'seal', { algorithm: 'aes256' });
  const file = join(folder, 'seal.p12');
  writeFileSync(file, Buffer.from(forge.asn1.toDer(store).getBytes(), 'binary'));
  return file;
}

describe('a seal that is signed', () => {
  const folder = mkdtempSync(join(tmpdir(), 'seal-'));
  let room: SigningRoom;
  beforeAll(async () => {
    room = await SigningRoom.own({ SEAL_PKCS12_FILE: sealFile(folder), SEAL_PKCS12_PASSWORD: 'seal' });
  });
  afterAll(() => room.stop());

  withPrograms('is a valid PAdES signature over the whole file', async () => {
    const { envelope, downloads } = await room.completed();
    expect(envelope.seal_kind).toBe('pades');
    const file = join(folder, 'sealed.pdf');
    writeFileSync(file, await room.bytes(downloads.final));
    const said = execFileSync('pdfsig', ['-nocert', file], { encoding: 'utf8' });
    expect(said).toContain('Signature Validation: Signature is Valid.');
    expect(said).toContain('ETSI.CAdES.detached');
    expect(said).toContain('Total document signed');
    execFileSync('qpdf', ['--check', file], { stdio: 'pipe' });
  });
});
