import { App } from '../kernel/app.js';
import { AddDomain } from './actions/add-domain.action.js';
import { GetDomain } from './actions/get-domain.action.js';
import { ListChecks } from './actions/list-checks.action.js';
import { ListDomains } from './actions/list-domains.action.js';
import { MapDomain } from './actions/map-domain.action.js';
import { RemoveDomain } from './actions/remove-domain.action.js';
import { VerifyDomain } from './actions/verify-domain.action.js';
import { DomainsExport } from './domains.export.js';
import { DomainsService } from './domains.service.js';
import { DomainsSettings } from './domains.settings.js';
import { DomainsStats } from './domains.stats.js';
import { DomainsSurface } from './domains.surface.js';
import { Domain } from './entities/domain.entity.js';
import { DomainCheck } from './entities/domain-check.entity.js';
import { CheckDomainsJob } from './jobs/check-domains.job.js';
import { Domains1790000037000 } from './migrations/1790000037000-domains.js';

@App({
  slug: 'domains',
  name: 'Domains',
  description: 'Own domains for pages, blogs, short links and redirects, proved by a DNS record.',
  icon: 'globe',
  category: 'marketing',
  version: '1.0.0',
  uses: [],
  entities: [Domain, DomainCheck],
  migrations: [Domains1790000037000],
  actions: [AddDomain, ListDomains, GetDomain, VerifyDomain, MapDomain, ListChecks, RemoveDomain],
  settings: DomainsSettings,
  stats: DomainsStats,
  exports: DomainsExport,
  service: DomainsService,
  surface: DomainsSurface,
  providers: [CheckDomainsJob],
})
export class DomainsApp {}
