import { invalid, Refusal } from '../../../platform/http/refusal.js';
import { AppSettings } from '../../kernel/app-settings.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { BatchedCode, NewCode } from '../code.inputs.js';
import { payloadOf } from '../contents/payloads.js';
import type { Look } from '../drawing/drawing-task.js';
import { logoOf } from '../drawing/logo.js';
import { lookOf } from '../drawing/looks.js';
import type { Style } from '../drawing/style.input.js';
import { QrSettings } from '../qr.settings.js';
import { isRight } from '../refusals.js';
import { CodeAddressesService, randomKey } from './code-addresses.service.js';
import { CodeProofService } from './code-proof.service.js';
import { CodeTargetsService, expectEither, type Leading } from './code-targets.service.js';
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

const DYNAMIC_KINDS = new Set(['url', 'vcard']);

/** Checks the inputs of new codes, fills them in from the owner's settings, and proves that their style scans. */
@AppProvider()
export class CodeDraftsService {
  constructor(
    private readonly settings: AppSettings,
    private readonly targets: CodeTargetsService,
    private readonly addresses: CodeAddressesService,
    private readonly proof: CodeProofService,
  ) {}

  /** Each code or its refusal; `common` is the style and the logo of all. */
  async of(ownerId: string, codes: NewCode[], common: Pick<NewCode, 'style' | 'logo_png'>) {
    const settings = await this.settings.of(QrSettings, ownerId);
    const style = { ...settings.default_style, ...common.style };
    const logo = common.logo_png ? await logoOf(common.logo_png) : null;
    const look = lookOf(style, logo);
    const checked = await this.checked(ownerId, codes, settings);
    const rows = await this.proved(checked, look);
    return { rows, style, logo };
  }

  private async checked(ownerId: string, codes: NewCode[], settings: QrSettings): Promise<(NewCodeRow | Refusal)[]> {
    const wanted = codes.map((code) => attempt(() => wantedOf(code, settings)));
    const right = wanted.filter(isRight);
    const led = (
      await this.targets.check(
        ownerId,
        right.map(({ leading }) => leading),
      )
    ).values();
    return wanted.map((one) => {
      if (one instanceof Refusal) return one;
      const found = led.next().value;
      return found === undefined || found instanceof Refusal ? (found as Refusal) : this.rowOf(one, found);
    });
  }

  private rowOf({ code, leading: { kind, mode } }: Wanted, led: object): NewCodeRow {
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

  private async proved(rows: (NewCodeRow | Refusal)[], look: Look): Promise<(NewCodeRow | Refusal)[]> {
    const right = rows.filter(isRight);
    if (!right.length) return rows;
    const versions = (
      await this.proof.ofAll(
        right.map(({ payload }) => payload),
        look,
      )
    ).values();
    return rows.map((row) => {
      if (row instanceof Refusal) return row;
      const symbol_version = versions.next().value as number | Refusal;
      return symbol_version instanceof Refusal ? symbol_version : { ...row, symbol_version };
    });
  }
}

function attempt<T>(work: () => T): T | Refusal {
  try {
    return work();
  } catch (fault) {
    if (fault instanceof Refusal) return fault;
    throw fault;
  }
}

function wantedOf(code: NewCode, { default_fallback_url }: QrSettings): Wanted {
  const { kind, mode = kind === 'url' ? 'dynamic' : 'static', content, link_id } = code;
  if (mode === 'dynamic' && !DYNAMIC_KINDS.has(kind)) {
    throw new Refusal(400, 'Only url and vcard codes can be dynamic');
  }
  const isDynamic = mode === 'dynamic';
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
