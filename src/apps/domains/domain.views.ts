import { IsBoolean, IsIn, IsString } from 'class-validator';
import { ListOf, Nullable } from '../../platform/http/fields.js';
import { present, viewOf } from '../kernel/rows/view.js';
import { explanationOf } from './checks/outcome.policy.js';
import { DnsAnswer } from './dns/dns-answer.js';
import { DomainCheck } from './entities/domain-check.entity.js';
import { Domain } from './entities/domain.entity.js';

export class DomainView extends viewOf(Domain, { without: ['token'] }) {
  /** Of the last problem, in one sentence. */
  @Nullable() @IsString() explanation!: string | null;
}

export class CheckView extends viewOf(DomainCheck) {
  @ListOf(() => DnsAnswer) declare answers: DnsAnswer[];
  @Nullable() @IsString() explanation!: string | null;
}

/** ALIAS: a record at an apex that some providers offer in place of addresses. */
const TYPES = ['TXT', 'CNAME', 'A', 'AAAA', 'ALIAS'] as const;

export class RecordView {
  @IsIn(TYPES) type!: (typeof TYPES)[number];
  @IsString() name!: string;
  @IsString() value!: string;
  @IsIn(['proof', 'routing']) purpose!: 'proof' | 'routing';
  /** What the last check has found there. */
  @IsString({ each: true }) found!: string[];
  @IsBoolean() ok!: boolean;
}

export const showDomain = (domain: Domain): DomainView => ({
  ...present(DomainView, domain),
  explanation: explanationOf(domain.last_problem, domain.routing),
});

export const showCheck = (check: DomainCheck): CheckView => ({
  ...present(CheckView, check),
  explanation: explanationOf(check.problem, check.routing),
});
