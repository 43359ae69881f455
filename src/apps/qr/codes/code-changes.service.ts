import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { NewCode } from '../code.inputs.js';
import { payloadOf } from '../contents/payloads.js';
import { logoOf } from '../drawing/logo.js';
import { lookOf } from '../drawing/looks.js';
import { DrawingService } from '../drawing/drawing.service.js';
import type { Code } from '../entities/code.entity.js';
import { BUSY } from '../refusals.js';
import { expectFuture, expectOfMode, expectOrdered } from './code-drafts.service.js';
import { CodeTargetsService, expectEither, type Led } from './code-targets.service.js';

export interface Changes extends Partial<Omit<NewCode, 'kind' | 'mode'>> {
  status?: 'active' | 'paused' | 'archived';
}

/** What is drawn of a code. */
type Drawn = Pick<Code, 'payload' | 'style' | 'logo_png'>;

/** Changes that may be stored, and the drawing that can be scanned with them. */
export interface CheckedChanges {
  values: Partial<Code>;
  proved: Drawn;
  symbol_version: number;
}

/** Checks the changes of a code before its row is locked. */
@AppProvider()
export class CodeChangesService {
  constructor(
    private readonly targets: CodeTargetsService,
    private readonly drawings: DrawingService,
  ) {}

  async check(code: Code, given: Changes): Promise<CheckedChanges> {
    const led = await this.led(code, given);
    const { name, status, expires_at, style, is_image_public, tags, logo_png } = given;
    const values: Partial<Code> = defined({
      ...led,
      name,
      status,
      style: style && { ...style },
      is_image_public,
      expires_at: typeof expires_at === 'string' ? new Date(expires_at) : expires_at,
      tags: tags && [...new Set(tags)],
      logo_png: typeof logo_png === 'string' ? await logoOf(logo_png) : logo_png,
      payload: code.mode === 'static' && led.content ? payloadOf(code.kind, led.content) : undefined,
    });
    const proved = drawnOf({ ...code, ...values });
    const isAsBefore = isDeepStrictEqual(proved, drawnOf(code));
    const symbol_version = isAsBefore
      ? code.symbol_version
      : await this.drawings.prove(proved.payload, lookOf(proved.style, proved.logo_png));
    return { values, proved, symbol_version };
  }

  /** The addresses that are given; and those that a paused code had before, as one of them may be why it is paused. */
  private async led({ kind, mode, ...code }: Code, given: Changes): Promise<Led> {
    const { content, link_id, fallback_url, expires_at } = given;
    if (content !== undefined || link_id !== undefined) expectEither({ kind, mode, content, link_id });
    expectOfMode(mode, given);
    expectOrdered(kind, content);
    expectFuture(expires_at);
    const isResumed = given.status === 'active' && code.status !== 'active' && mode === 'dynamic';
    const before: Led = {
      ...(code.link_id === null && link_id === undefined && { content: code.content }),
      fallback_url: code.fallback_url,
    };
    const asked = { ...(isResumed && before), ...defined({ content, link_id, fallback_url }) };
    const [led] = await this.targets.check(code.owner_id, [{ kind, mode, ...asked }]);
    if (led instanceof Refusal) throw led;
    return led ?? {};
  }
}

/**
 * The values that change of a locked code. Where another call has changed the drawing meanwhile, what both together
 * would draw has not been proved.
 */
export function valuesFor(code: Code, { values, proved, symbol_version }: CheckedChanges): Partial<Code> {
  const next = drawnOf({ ...code, ...values });
  if (isDeepStrictEqual(next, drawnOf(code))) return values;
  if (!isDeepStrictEqual(next, proved)) throw new Refusal(409, BUSY);
  return { ...values, symbol_version };
}

const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T;

const drawnOf = ({ payload, style, logo_png }: Code): Drawn => ({ payload, style, logo_png });
