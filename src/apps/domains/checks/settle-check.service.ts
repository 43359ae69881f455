import { NOW, type Values } from '../../../platform/database/entity.repository.js';
import { AppProvider } from '../../kernel/app-provider.js';
import type { Finding, Proof } from '../dns/look-up.service.js';
import { DomainRepository } from '../domain.repository.js';
import type { DomainCheck, Trigger } from '../entities/domain-check.entity.js';
import type { Domain, Problem } from '../entities/domain.entity.js';
import { ServedHostsService } from '../hosts/served-hosts.service.js';
import { CheckRepository } from './check.repository.js';
import { badnessOf, isBad, problemOf, verifiedProblem } from './outcome.policy.js';
import { FIRST_PAUSE, pauseAfter, VERIFIED_PAUSE } from './schedule.policy.js';

interface Look {
  finding: Finding;
  proof: Proof;
  trigger: Trigger;
}

type Changes = Values<Domain> & { last_problem: Problem | null };

/** Draws the conclusions of what DNS has answered. The domain is locked by the transaction of the caller. */
@AppProvider()
export class SettleCheckService {
  constructor(
    private readonly domains: DomainRepository,
    private readonly checks: CheckRepository,
    private readonly hosts: ServedHostsService,
  ) {}

  async settle(
    domain: Domain,
    finding: Finding,
    given: 'manual' | 'scheduled',
  ): Promise<{ domain: Domain; check: DomainCheck }> {
    const { id } = domain;
    const trigger: Trigger = given === 'scheduled' && !domain.last_checked_at ? 'added' : given;
    const look = { finding, proof: finding.proofOf(domain.token), trigger };
    const changes = domain.status === 'verified' ? stillVerified(domain, look) : await this.unverified(domain, look);
    const { routing, answers } = finding;
    const settled = (await this.domains.updateOne(
      { id },
      {
        ...changes,
        // What DNS did not say leaves what is known.
        ...(routing !== 'unknown' && { routing }),
        last_checked_at: NOW,
        updated_at: NOW,
      },
    )) as Domain;
    const problem = changes.last_problem;
    const txt_ok = look.proof === 'ok';
    const check = await this.checks.keep({ domain_id: id, trigger, txt_ok, routing, problem, answers });
    if (settled.status !== domain.status) this.hosts.forget(domain.host);
    return { domain: settled, check };
  }

  private async unverified(domain: Domain, look: Look): Promise<Changes> {
    const last_problem = problemOf({ proof: look.proof, routing: look.finding.routing });
    if (look.proof !== 'ok') return { ...stillPending(domain, look.trigger), last_problem };
    if (await this.claim(domain, look.finding)) return { last_problem };
    return { ...stillPending(domain, look.trigger), last_problem: 'held_by_other' };
  }

  /** Takes the host over from an account whose record is gone. False: another account holds it. */
  private async claim(domain: Domain, finding: Finding): Promise<boolean> {
    const holder = await this.domains.lockHolder(domain);
    if (holder && finding.proofOf(holder.token) === 'ok') return false;
    const verified = await this.domains.unlessTaken(async () => {
      if (holder) {
        const lapsed = {
          status: 'lapsed',
          next_check_at: null,
          bad_since: null,
          last_problem: 'held_by_other',
        } as const;
        await this.domains.update({ id: holder.id }, { ...lapsed, updated_at: NOW });
      }
      return this.domains.updateOne(
        { id: domain.id },
        { status: 'verified', verified_at: NOW, next_check_at: later(VERIFIED_PAUSE), check_count: 0, bad_since: null },
      );
    });
    return verified !== undefined;
  }
}

function stillVerified({ bad_since, last_seen_on }: Domain, { finding: { routing }, proof }: Look): Changes {
  const now = Date.now();
  const bad = isBad({ proof, routing }, last_seen_on, now);
  const { lapses, ...since } = badnessOf({ bad_since }, bad, now);
  const last_problem = verifiedProblem({ proof, routing }, bad);
  if (lapses) return { status: 'lapsed', next_check_at: null, bad_since: null, last_problem };
  return { ...since, next_check_at: later(VERIFIED_PAUSE), last_problem };
}

/** A check that its owner has asked for does not move the schedule, but it begins that of a domain which has none. */
function stillPending({ status, check_count }: Domain, trigger: Trigger): Values<Domain> {
  if (trigger === 'manual') {
    return status === 'pending' ? {} : { status: 'pending', check_count: 0, next_check_at: later(FIRST_PAUSE) };
  }
  const done = check_count + 1;
  const pause = pauseAfter(done);
  if (pause === undefined) return { status: 'failed', check_count: done, next_check_at: null };
  return { check_count: done, next_check_at: later(pause) };
}

const later = (pause: number) => new Date(Date.now() + pause);
