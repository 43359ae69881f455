import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

type ExtensionPoint<Kind> = abstract new (...args: never[]) => Kind;

/** The only provider of an extension point. */
export interface One<Kind> {
  readonly value: Kind;
}

/** All providers of an extension point. */
export interface Many<Kind> {
  readonly values: Kind[];
}

/** The providers of an extension point by their keys; a key belongs to one provider. */
export interface ByKey<Kind> extends Many<Kind> {
  get(key: string): Kind | undefined;
}

/**
 * Finds the providers that extend an abstract class: jobs, mails, hooks of account deletion. An area offers such a class
 * to the areas above it, which it must not import. Classes ask for their extension points in the constructor; the start
 * fails when one of them is missing or ambiguous.
 */
@Injectable()
export class ExtensionsService implements OnApplicationBootstrap {
  private readonly checks: (() => unknown)[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    for (const check of this.checks) check();
  }

  one<Kind>(point: ExtensionPoint<Kind>): One<Kind> {
    const find = this.resolveOnce(() => {
      const [first, ...others] = this.find(point);
      if (!first || others.length)
        throw new Error(`${point.name} needs one provider, found ${others.length + (first ? 1 : 0)}`);
      return first;
    });
    return {
      get value() {
        return find();
      },
    };
  }

  many<Kind>(point: ExtensionPoint<Kind>): Many<Kind> {
    const find = this.resolveOnce(() => this.find(point));
    return {
      get values() {
        return find();
      },
    };
  }

  byKey<Kind>(point: ExtensionPoint<Kind>, keysOf: (provider: Kind) => string | readonly string[]): ByKey<Kind> {
    const find = this.resolveOnce(() => {
      const byKey = new Map<string, Kind>();
      for (const provider of this.find(point)) {
        for (const key of [keysOf(provider)].flat()) {
          if (byKey.has(key)) throw new Error(`Two providers of ${point.name} have the key ${key}`);
          byKey.set(key, provider);
        }
      }
      return byKey;
    });
    return {
      get: (key) => find().get(key),
      get values() {
        return [...new Set(find().values())];
      },
    };
  }

  /** Providers exist only after all constructors have run, so the search waits for the first use or for the start. */
  private resolveOnce<Found>(find: () => Found): () => Found {
    let found: Found | undefined;
    const resolve = () => (found ??= find());
    this.checks.push(resolve);
    return resolve;
  }

  private find<Kind>(point: ExtensionPoint<Kind>): Kind[] {
    const instances = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    return [...new Set(instances.filter((instance): instance is Kind => instance instanceof point))];
  }
}
