import { AppProvider } from '../../kernel/app-provider.js';
import type { Draft } from './link-drafts.service.js';
import { type Conflict, type NewLinkRow, NewLinkRepository } from './new-link.repository.js';
import { randomSlug } from './slugs.js';

const MOST_LINKS = 50_000;
/** With slugs of seven letters, and then with those of eight. */
const SHORT_TRIES = 5;
const TRIES = 10;

export type Outcome = { id: string; existing: boolean } | { error: string };

/** A draft, where it stands in the list, and the id that its link will have. */
interface Wanted {
  at: number;
  id: string;
  draft: Draft;
}

/** Makes links of drafts, as many as can be; in a transaction. */
@AppProvider()
export class LinkCreationService {
  constructor(private readonly links: NewLinkRepository) {}

  /** What became of each, in their order; what the same operation has made before is that. */
  async of(ownerId: string, drafts: Draft[], operationId: string): Promise<Outcome[]> {
    await this.links.lockOwner(ownerId);
    const { outcomes, twins } = await this.reused(ownerId, drafts);
    const isNew = (at: number) => !outcomes[at] && !twins.has(at);
    const room = MOST_LINKS - (await this.links.countOf(ownerId, MOST_LINKS));
    const open = drafts.flatMap((_, at) => (isNew(at) ? [at] : []));
    for (const at of open.splice(Math.max(room, 0))) outcomes[at] = { error: 'Link limit reached' };
    const wanted = open.map((at) => ({ at, id: idAfter(operationId, at), draft: drafts[at] as Draft }));
    // Of several with one external_id the first is tried first: a statement inserts in the order of the slugs.
    const others = withUsedExternalId(wanted);
    await this.insert(
      ownerId,
      wanted.filter((one) => !others.has(one)),
      outcomes,
    );
    await this.insert(ownerId, [...others], outcomes);
    for (const [at, first] of twins) {
      const made = outcomes[first] as Outcome;
      outcomes[at] = 'id' in made ? { id: made.id, existing: true } : made;
    }
    return outcomes;
  }

  /** What there is already; and those of the list that are the same as one before them. */
  private async reused(ownerId: string, drafts: Draft[]) {
    const outcomes: Outcome[] = Array.from({ length: drafts.length });
    const twins = new Map<number, number>();
    const urls = drafts.flatMap(({ reuse, values }) => (reuse ? [values.url] : []));
    if (!urls.length) return { outcomes, twins };
    const plain = await this.links.plain(ownerId, [...new Set(urls)]);
    const known = new Map(plain.map((link) => [placeOf(link), link.id]));
    const first = new Map<string, number>();
    drafts.forEach(({ reuse, values }, at) => {
      const place = placeOf(values);
      const id = known.get(place);
      const twin = first.get(place);
      if (!reuse) return;
      if (id !== undefined) outcomes[at] = { id, existing: true };
      else if (twin === undefined) first.set(place, at);
      else twins.set(at, twin);
    });
    return { outcomes, twins };
  }

  private async insert(ownerId: string, wanted: Wanted[], outcomes: Outcome[]): Promise<void> {
    let open = wanted;
    for (let attempt = 1; open.length; attempt++) {
      const rows = new Map(open.map((one) => [one, rowOf(one, attempt)]));
      const made = await this.links.insert(ownerId, [...rows.values()]);
      for (const { at, id } of open) if (made.has(id)) outcomes[at] = { id, existing: false };
      const lost = open.filter(({ id }) => !made.has(id));
      const conflicts = await this.conflicts(
        ownerId,
        lost.map((one) => rows.get(one) as NewLinkRow),
      );
      open = lost.filter((one) => {
        const outcome = outcomeOf(one, conflicts.get(one.id));
        if (outcome) outcomes[one.at] = outcome;
        return !outcome;
      });
      if (open.length && attempt === TRIES) throw new Error('no slug is free');
    }
  }

  private async conflicts(ownerId: string, rows: NewLinkRow[]): Promise<Map<string, Conflict>> {
    const found = rows.length ? await this.links.conflicts(ownerId, rows) : [];
    return new Map(found.map((conflict) => [conflict.id, conflict]));
  }
}

/** What it has lost to; undefined: it may have another slug. */
function outcomeOf({ id, draft }: Wanted, conflict: Conflict | undefined): Outcome | undefined {
  if (conflict?.itself) return { id, existing: false };
  const isGiven = draft.slug !== undefined;
  if (conflict?.external_id && !(isGiven && conflict.slug)) return { error: 'external_id is already used' };
  return isGiven ? { error: 'Slug is taken' } : undefined;
}

const rowOf = ({ id, draft }: Wanted, attempt: number): NewLinkRow => ({
  ...draft.values,
  id,
  slug: draft.slug ?? randomSlug(attempt > SHORT_TRIES ? 8 : 7),
});

/** Those whose external_id is also the one of an earlier item of the list. */
function withUsedExternalId(wanted: Wanted[]): Set<Wanted> {
  const seen = new Set<string | null>();
  return new Set(
    wanted.filter(({ draft: { values } }) => {
      const isUsed = values.external_id !== null && seen.has(values.external_id);
      seen.add(values.external_id);
      return isUsed;
    }),
  );
}

const placeOf = ({ url, domain_id }: { url: string; domain_id: string | null }) => `${domain_id} ${url}`;

const TAIL = 12;

/** The id of the n-th thing that an operation makes: of the first, its own. */
function idAfter(operationId: string, n: number): string {
  const last = (BigInt(`0x${operationId.slice(-TAIL)}`) + BigInt(n)) % (1n << 48n);
  return operationId.slice(0, -TAIL) + last.toString(16).padStart(TAIL, '0');
}
