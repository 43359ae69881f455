import { ApiError, ask, refusalOf } from '../api/api-error';

export interface Staff {
  id: string;
  email: string;
  role: string;
}

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  /** The idempotency key of the renewal. The service repeats its answer for it, if the first one was lost. */
  renewal_key?: string;
}

type State = { phase: 'opening' } | { phase: 'out'; reason?: string } | { phase: 'in'; staff: Staff };
type TabMessage =
  { kind: 'wanted' } | { kind: 'tokens'; tokens: Tokens; staff: Staff } | { kind: 'ended'; reason?: string };

const KEPT = 'console.refresh_token';
const STAFF = new Set(['admin', 'service_role']);
/** Before the end, so that no call starts with a token that runs out on the way. */
const MARGIN_SECONDS = 30;
/** How long a tab waits for what another one knows, which may be busy. */
const TAB_ANSWER_MS = 5_000;
/** A lock that each tab shares as long as it is signed in, so that a new one knows whether there is one to ask. */
const HELD = 'console.signed-in';

/**
 * Who is signed in. The access token is in memory alone; the refresh token is in the tab's own storage, which ends
 * with the tab, and outlives only its reload. All tabs share one session: a new tab is given it by an open one,
 * and who renews it tells the others, because the service takes a refresh token that was used before for stolen.
 */
class Session {
  private state: State = { phase: 'opening' };
  private tokens: Tokens | undefined;
  private renewal: Promise<void> | undefined;
  private letGo: (() => void) | undefined;
  private readonly listeners = new Set<() => void>();
  private readonly tabs = new BroadcastChannel('console.session');

  constructor() {
    this.tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => this.hear(data));
  }

  readonly snapshot = () => this.state;
  readonly subscribe = (listener: () => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  get staff(): Staff | undefined {
    return this.state.phase === 'in' ? this.state.staff : undefined;
  }

  open(): Promise<void> {
    return alone(async () => {
      if (await this.hasOthers()) {
        this.tell({ kind: 'wanted' });
        await this.untilNews(() => this.tokens !== undefined);
      }
      if (this.tokens) return;
      const [token, key] = sessionStorage.getItem(KEPT)?.split(' ') ?? [];
      if (!token) return this.become({ phase: 'out' });
      try {
        const response = await refresh(token, key);
        if (!response.ok) return this.end();
        await this.enter((await response.json()) as { session: Tokens });
      } catch (error) {
        this.become({ phase: 'out', reason: (error as Error).message });
      }
    });
  }

  async signIn(email: string, password: string): Promise<void> {
    const response = await post('sign-in', { email, password });
    if (!response.ok) throw await refusalOf(response);
    await this.enter((await response.json()) as { session: Tokens });
  }

  async signOut(): Promise<void> {
    const token = this.tokens?.access_token;
    this.tell({ kind: 'ended' });
    this.end();
    if (token) await post('sign-out', undefined, token).catch(() => undefined);
  }

  /** A token that is good for now. */
  async token(): Promise<string> {
    if (this.tokens && this.tokens.expires_at - MARGIN_SECONDS < Date.now() / 1000) {
      await this.renew(this.tokens.access_token);
    }
    if (!this.tokens) throw new ApiError(401, 'Not authenticated');
    return this.tokens.access_token;
  }

  /** Once at a time over all tabs; not at all where `spent` was replaced meanwhile. */
  renew(spent: string): Promise<void> {
    this.renewal ??= alone(() => this.exchange(spent)).finally(() => (this.renewal = undefined));
    return this.renewal;
  }

  /** Here; the other tabs find out for themselves, should it have ended for them too. */
  end(reason?: string): void {
    this.tokens = undefined;
    this.letGo?.();
    this.letGo = undefined;
    sessionStorage.removeItem(KEPT);
    this.become({ phase: 'out', reason });
  }

  private async exchange(spent: string): Promise<void> {
    const given = this.tokens;
    if (!given || given.access_token !== spent) return;
    const response = await refresh(given.refresh_token, given.renewal_key);
    if (response.ok) return this.take(((await response.json()) as { session: Tokens }).session);
    if (response.status !== 401) throw await refusalOf(response);
    // Another tab may have renewed it a moment ago, and its word be on the way.
    if (await this.hasOthers()) await this.untilNews(() => this.tokens !== given);
    if (this.tokens === given) this.end('Your session has ended. Please sign in again.');
  }

  /** Who it is, the service says; only staff is let in, and anybody else's session is ended again. */
  private async enter({ session }: { session: Tokens }): Promise<void> {
    const response = await ask('/v1/auth/session', {
      headers: { Authorization: `Bearer ${session.access_token}` },
    });
    if (!response.ok) throw await refusalOf(response);
    const { user } = (await response.json()) as { user: Staff };
    if (!STAFF.has(user.role)) {
      sessionStorage.removeItem(KEPT);
      await post('sign-out', undefined, session.access_token).catch(() => undefined);
      throw new ApiError(403, 'This account is no administrator’s');
    }
    this.keep(session);
    this.become({ phase: 'in', staff: { id: user.id, email: user.email, role: user.role } });
    this.take(session);
  }

  private take(tokens: Tokens): void {
    this.keep(tokens);
    if (this.staff) this.tell({ kind: 'tokens', tokens, staff: this.staff });
  }

  private keep(tokens: Tokens): void {
    tokens.renewal_key ??= randomKey();
    this.tokens = tokens;
    sessionStorage.setItem(KEPT, `${tokens.refresh_token} ${tokens.renewal_key}`);
    if (this.letGo) return;
    const held = new Promise<void>((resolve) => (this.letGo = resolve));
    void navigator.locks?.request(HELD, { mode: 'shared' }, () => held);
  }

  private hear(news: TabMessage): void {
    if (news.kind === 'wanted') {
      if (this.tokens && this.staff) this.tell({ kind: 'tokens', tokens: this.tokens, staff: this.staff });
      return;
    }
    if (news.kind === 'ended') return this.end();
    if (this.tokens && this.tokens.expires_at > news.tokens.expires_at) return;
    this.keep(news.tokens);
    if (this.staff?.id !== news.staff.id) this.become({ phase: 'in', staff: news.staff });
  }

  /** Whether another tab is signed in; where that cannot be known, there may be one. */
  private async hasOthers(): Promise<boolean> {
    const locks = await navigator.locks?.query();
    const holders = locks?.held?.filter(({ name }) => name === HELD) ?? [];
    return !locks || holders.length > (this.letGo ? 1 : 0);
  }

  /** By the news themselves: the timers of a tab that is not looked at are slow. */
  private untilNews(arrived: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (arrived()) end();
      };
      const end = () => {
        clearTimeout(timer);
        this.tabs.removeEventListener('message', look);
        resolve();
      };
      const timer = setTimeout(end, TAB_ANSWER_MS);
      this.tabs.addEventListener('message', look);
      look();
    });
  }

  private tell(news: TabMessage): void {
    this.tabs.postMessage(news);
  }

  private become(state: State): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }
}

const refresh = (refresh_token: string, key?: string) =>
  post('refresh', { refresh_token }, undefined, key ? { 'Idempotency-Key': key } : {});

/** `crypto.randomUUID` exists only on pages that came by HTTPS. */
const randomKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('');

function post(action: string, body?: object, token?: string, more: Record<string, string> = {}): Promise<Response> {
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
    ...more,
  };
  return ask(`/v1/auth/${action}`, { method: 'POST', headers, body: body && JSON.stringify(body) });
}

/** Locks are given to pages by HTTPS and on this machine; elsewhere a tab knows only of itself. */
const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('console.session', work) : work();

export const session = new Session();
