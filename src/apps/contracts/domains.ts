/** What the app `domains` is asked by the apps whose things are served on hosts of their owners. */
export interface DomainsService {
  /** Verified hosts alone. Asked for a request that came to the host, which counts as seen today. */
  resolveHost(host: string): Promise<ServedDomain | null>;
  /** The host where it is verified and mapped to the app, null where it is not; undefined: the owner has no such domain. */
  readyFor(app: string, ownerId: string, domainId: string): Promise<string | null | undefined>;
  /** Where a page or a blog is published. */
  hostOf(targetApp: string, targetId: string): Promise<string | null>;
  /** The hosts that an owner has verified and mapped to the app. */
  hostsFor(app: string, ownerId: string): Promise<string[]>;
  /** By the ids of domains in whatever state, by one query. */
  hosts(domainIds: string[]): Promise<Map<string, string>>;
}

/** A verified host, and what is published there. */
export interface ServedDomain {
  domain_id: string;
  owner_id: string;
  host: string;
  target_app: 'shortlinks' | 'biolinks' | 'blog' | 'redirect' | null;
  target_id: string | null;
  redirect_url: string | null;
  root_url: string | null;
  not_found_url: string | null;
  /** Requests by http are redirected to https. */
  force_https?: boolean;
  /** The owner is banned or suspended, so the host answers 410. */
  is_stopped?: boolean;
}
