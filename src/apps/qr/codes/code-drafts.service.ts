import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { BatchedCode, NewCode } from '../code.inputs.js';
import { payloadOf } from '../contents/payloads.js';
import { DrawingService } from '../drawing/drawing.service.js';
import { logoOf } from '../drawing/logo.js';
import { lookOf } from '../drawing/looks.js';
import type { Style } from '../drawing/style.input.js';
import { QrSettings } from '../qr.settings.js';
import { attempt, forRight } from '../refusals.js';
import { CodeAddressesService, randomKey } from './code-addresses.service.js';
import { CodeTargetsService, expectEither, type Leading, type Led } from './code-targets.service.js';
import type { NewCodeRow } from './new-code.repository.js';

/** New codes that may be stored. */
export interface Drafts {
  rows: NewCodeRow[];
  style: Style;
  logo: Buffer | null;
}

/** A code that is being checked. */
interface Wanted {
  code: NewCode;
  leading: Leading;
}

/** Checks the inputs of new codes, fills them in from the owner's settings, and proves that their style scans. */
@AppProvider()
export class CodeDraftsService {
  constructor(
    private readonly settings: AppSettings,
    private readonly targets: CodeTargetsService,
    private readonly addresses: CodeAddressesService,
    private readonly drawings: DrawingService,
  ) {}

  /** Each code or its refusal, also of those that are refused already; `common` is the style and the logo of all. */
  async of(ownerId: string, codes: (NewCode | Refusal)[], common: Pick<NewCode, 'style' | 'logo_png'>) {
    const settings = await this.settings.of(QrSettings, ownerId);
    const style = { ...settings.default_style, ...common.style };
    const logo = typeof common.logo_png === 'string' ? await logoOf(common.logo_png) : null;
    const look = lookOf(style, logo);
    const wanted = await Promise.all(codes.map((code) => attempt(() => wantedOf(code, settings))));
    const led = await forRight(
      wanted,
      (right) => this.targets.check(ownerId, pluck(right, 'leading')),
      (one, found) => this.rowOf(one, found),
    );
    const rows = await forRight(
      led,
      (right) => this.drawings.proveAll(pluck(right, 'payload'), look),
      (row, symbol_version) => ({ ...row, symbol_version }),
    );
    return { rows, style, logo };
  }

  private rowOf({ code, leading: { kind, mode } }: Wanted, led: Led): NewCodeRow {
    const { name, expires_at, is_image_public = false, tags } = code;
    const stored = { content: {}, link_id: null, fallback_url: null, ...led };
    const key = randomKey();
    return {
      ...stored,
      name,
      kind,
      mode,
      key,
      payload: mode === 'dynamic' ? this.addresses.scanUrl(key) : payloadOf(kind, stored.content),
      expires_at: expires_at ? new Date(expires_at) : null,
      is_image_public,
      tags: [...new Set(tags)],
      symbol_version: 0,
    };
  }
}

const pluck = <Of, Field extends keyof Of>(all: Of[], field: Field) => all.map((one) => one[field]);

function wantedOf(code: NewCode | Refusal, { default_fallback_url }: QrSettings): Wanted {
  if (code instanceof Refusal) throw code;
  const { kind, mode = kind === 'url' ? 'dynamic' : 'static', content, link_id } = code;
  const isDynamic = mode === 'dynamic';
  if (isDynamic && kind !== 'url' && kind !== 'vcard')
    throw new Refusal(400, 'Only url and vcard codes can be dynamic');
  const fallback_url = code.fallback_url === undefined && isDynamic ? default_fallback_url : code.fallback_url;
  const leading = { kind, mode, content, link_id, fallback_url };
  expectEither(leading);
  expectOfMode(mode, code);
  expectOrdered(kind, content);
  expectFuture(code.expires_at);
  return { code, leading };
}

/** A field that would have no effect is refused, so that nobody relies on it. */
export function expectOfMode(mode: string, code: Partial<Omit<NewCode, keyof BatchedCode>>): void {
  const others = mode === 'dynamic' ? (['is_image_public'] as const) : (['expires_at', 'fallback_url'] as const);
  const other = mode === 'dynamic' ? 'static' : 'dynamic';
  const faults = others
    .filter((field) => code[field] !== undefined)
    .map((field) => ({ field, message: `only a ${other} code has ${field}` }));
  if (faults.length) throw invalid(...faults);
}

/** The end of an appointment comes after its beginning. */
export function expectOrdered(kind: string, content: object | undefined): void {
  const { starts_at, ends_at } = (kind === 'event' ? (content ?? {}) : {}) as Record<string, string | undefined>;
  if (starts_at && ends_at && Date.parse(ends_at) <= Date.parse(starts_at)) {
    throw invalid({ field: 'content.ends_at', message: 'ends_at must be after starts_at' });
  }
}

export function expectFuture(expiresAt: string | null | undefined): void {
  if (expiresAt && Date.parse(expiresAt) <= Date.now()) throw new Refusal(400, 'expires_at must be in the future');
}
