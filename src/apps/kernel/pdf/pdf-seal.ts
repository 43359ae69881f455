import { createHash, createPrivateKey, sign } from 'node:crypto';
import { Signer, SignPdf } from '@signpdf/signpdf';
import forge from 'node-forge';
import { type PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib';
import type { PdfSeal } from './pdf-document.js';

/** Bytes of the place for the signature. Chains of certificates are a few thousand. */
const SIGNATURE_BYTES = 16_384;
/** Letters of a number of the byte range, which the signing library fills in. */
const PLACE_LETTERS = 10;
const PRINTED_AND_LOCKED = 4 + 128;
const SIGNED_AND_APPEND_ONLY = 3;
const CADES = 'ETSI.CAdES.detached';
const SIGNING_CERTIFICATE_V2 = '1.2.840.113549.1.9.16.2.47';

const { asn1, pki } = forge;
const { UNIVERSAL, CONTEXT_SPECIFIC } = asn1.Class;
const { SEQUENCE, SET, OID, INTEGER, NULL, OCTETSTRING } = asn1.Type;

const sequence = (...values: forge.asn1.Asn1[]) => asn1.create(UNIVERSAL, SEQUENCE, true, values);
const set = (...values: forge.asn1.Asn1[]) => asn1.create(UNIVERSAL, SET, true, values);
const oid = (text: string) => asn1.create(UNIVERSAL, OID, false, asn1.oidToDer(text).getBytes());
const octets = (bytes: Buffer) => asn1.create(UNIVERSAL, OCTETSTRING, false, bytes.toString('binary'));
const whole = (value: number) => asn1.create(UNIVERSAL, INTEGER, false, asn1.integerToDer(value).getBytes());
const tagged = (tag: number, values: forge.asn1.Asn1[]) => asn1.create(CONTEXT_SPECIFIC, tag as never, true, values);
const algorithm = (name: string) => sequence(oid(name), asn1.create(UNIVERSAL, NULL, false, ''));
const attribute = (type: string, value: forge.asn1.Asn1) => sequence(oid(type), set(value));
const derOf = (value: forge.asn1.Asn1) => Buffer.from(asn1.toDer(value).getBytes(), 'binary');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

export interface SealingKey {
  /** PEM. */
  key: string;
  /** That of the key is the first one. */
  certificates: forge.pki.Certificate[];
}

/** Throws if the file is no PKCS#12, the password is wrong, or there is no RSA key with its certificate. */
export function readPkcs12(bytes: Uint8Array, password: string): SealingKey {
  const der = asn1.fromDer(Buffer.from(bytes).toString('binary'));
  const store = forge.pkcs12.pkcs12FromAsn1(der, password);
  const bagsOf = (type: string) => store.getBags({ bagType: type })[type] ?? [];
  const keys = [...bagsOf(pki.oids.pkcs8ShroudedKeyBag as string), ...bagsOf(pki.oids.keyBag as string)];
  const key = keys.find((bag) => bag.key)?.key as forge.pki.rsa.PrivateKey | undefined;
  const all = bagsOf(pki.oids.certBag as string).flatMap(({ cert }) => cert ?? []);
  const own = all.find(({ publicKey }) => key && (publicKey as forge.pki.rsa.PublicKey).n.equals(key.n));
  if (!key || !own) throw new Error('The PKCS#12 file has no RSA key with its certificate');
  return { key: pki.privateKeyToPem(key), certificates: [own, ...all.filter((one) => one !== own)] };
}

/** A CMS signature with the attributes of CAdES, which the signing library does not write. */
function cmsOf(content: Buffer, { key, certificates }: SealingKey): Buffer {
  const own = certificates[0] as forge.pki.Certificate;
  const certificate = pki.certificateToAsn1(own);
  const digest = pki.oids.sha256 as string;
  const attributes = [
    attribute(pki.oids.contentType as string, oid(pki.oids.data as string)),
    attribute(pki.oids.messageDigest as string, octets(sha256(content))),
    attribute(SIGNING_CERTIFICATE_V2, sequence(sequence(sequence(octets(sha256(derOf(certificate))))))),
    // DER orders the members of a set.
  ].sort((a, b) => Buffer.compare(derOf(a), derOf(b)));
  const signature = sign('sha256', derOf(set(...attributes)), createPrivateKey(key));
  const issuer = pki.distinguishedNameToAsn1(own.issuer);
  const serial = asn1.create(UNIVERSAL, INTEGER, false, forge.util.hexToBytes(own.serialNumber));
  const info = sequence(
    whole(1),
    sequence(issuer, serial),
    algorithm(digest),
    tagged(0, attributes),
    algorithm(pki.oids.rsaEncryption as string),
    octets(signature),
  );
  const signed = sequence(
    whole(1),
    set(algorithm(digest)),
    sequence(oid(pki.oids.data as string)),
    tagged(
      0,
      certificates.map((one) => pki.certificateToAsn1(one)),
    ),
    set(info),
  );
  return derOf(sequence(oid(pki.oids.signedData as string), tagged(0, [signed])));
}

class CadesSigner extends Signer {
  constructor(private readonly key: SealingKey) {
    super();
  }

  override sign(content: Buffer): Promise<Buffer> {
    return Promise.resolve(cmsOf(content, this.key));
  }
}

/** An invisible field for the signature, which certifies that the file is not changed. */
export function addSignaturePlace(pdf: PDFDocument, { reason, name }: PdfSeal, signingTime: Date): void {
  const { context, catalog } = pdf;
  const page = pdf.getPage(0);
  const placeholder = PDFName.of('*'.repeat(PLACE_LETTERS));
  const signature = context.register(
    context.obj({
      Type: 'Sig',
      Filter: 'Adobe.PPKLite',
      SubFilter: CADES,
      ByteRange: [0, placeholder, placeholder, placeholder],
      Contents: PDFHexString.of('00'.repeat(SIGNATURE_BYTES)),
      M: PDFString.fromDate(signingTime),
      Name: PDFHexString.fromText(name),
      Reason: PDFHexString.fromText(reason),
      Reference: [
        {
          Type: 'SigRef',
          TransformMethod: 'DocMDP',
          TransformParams: { Type: 'TransformParams', P: 1, V: PDFName.of('1.2') },
        },
      ],
    }),
  );
  const widget = context.register(
    context.obj({
      Type: 'Annot',
      Subtype: 'Widget',
      FT: 'Sig',
      Rect: [0, 0, 0, 0],
      F: PRINTED_AND_LOCKED,
      T: PDFString.of('Seal'),
      V: signature,
      P: page.ref,
    }),
  );
  page.node.addAnnot(widget);
  catalog.set(PDFName.of('AcroForm'), context.obj({ SigFlags: SIGNED_AND_APPEND_ONLY, Fields: [widget] }));
  catalog.set(PDFName.of('Perms'), context.obj({ DocMDP: signature }));
}

export async function signPdf(bytes: Uint8Array, { pkcs12, password }: PdfSeal): Promise<Uint8Array> {
  const signed = await new SignPdf().sign(Buffer.from(bytes), new CadesSigner(readPkcs12(pkcs12, password)));
  // A buffer of its own, which is handed over to the main thread.
  return new Uint8Array(signed);
}
