import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';

/** Finds what the modules declared of one kind: jobs, kinds of mail, sections of an export. */
@Injectable()
export class Declared {
  constructor(private readonly discovery: DiscoveryService) {}

  all<Kind>(kind: abstract new (...args: never[]) => Kind): Kind[] {
    const instances = this.discovery.getProviders().map(({ instance }) => instance as unknown);
    return [...new Set(instances.filter((instance): instance is Kind => instance instanceof kind))];
  }
}
