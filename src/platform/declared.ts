import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** Finds what the modules declared of one kind: jobs, kinds of mail, sections of an export. */
@Injectable()
export class Declared {
  /** Kept by kind: looking through all providers is nothing for a request to wait for. */
  private readonly known = new Map<unknown, unknown[]>();

  constructor(private readonly discovery: DiscoveryService) {}

  /** Asked for when the modules are made, not while they are. */
  all<Kind>(kind: abstract new (...args: never[]) => Kind): Kind[] {
    const known = (this.known.get(kind) as Kind[] | undefined) ?? this.look(kind);
    this.known.set(kind, known);
    return known;
  }

  private look<Kind>(kind: abstract new (...args: never[]) => Kind): Kind[] {
    const instances = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    return [...new Set(instances.filter((instance): instance is Kind => instance instanceof kind))];
  }
}
