/** What a definition may hold at most. */
export const LIMITS = { steps: 100, depth: 4, bytes: 128 * 1024, items: 200, nested: 32, path: 200 };

export const STEP_KINDS = ['http', 'app', 'notify', 'branch', 'for_each', 'delay', 'approval', 'set', 'stop'] as const;
export type StepKind = (typeof STEP_KINDS)[number];
export const TRIGGER_KINDS = ['manual', 'schedule', 'event', 'hook'] as const;
export type TriggerKind = (typeof TRIGGER_KINDS)[number];
export const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'] as const;
export const OPERATORS = [
  'eq',
  'ne',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'contains',
  'starts_with',
  'ends_with',
  'exists',
  'empty',
] as const;
export type Operator = (typeof OPERATORS)[number];

export type Condition =
  { all: Condition[] } | { any: Condition[] } | { not: Condition } | { left: unknown; op: Operator; right?: unknown };

export interface ManualTrigger {
  kind: 'manual';
  fields?: { key: string; type: 'string' | 'number' | 'boolean'; required?: boolean }[];
}
export interface ScheduleTrigger {
  kind: 'schedule';
  cron?: string;
  timezone?: string;
  every_minutes?: number;
}
export interface EventTrigger {
  kind: 'event';
  events: string[];
  filter?: Condition;
}
export interface HookSignature {
  header: string;
  /** The name of a secret of the owner. */
  secret: string;
  prefix?: string;
}
export interface HookTrigger {
  kind: 'hook';
  signature?: HookSignature;
  dedupe_header?: string;
}
export type Trigger = ManualTrigger | ScheduleTrigger | EventTrigger | HookTrigger;

export interface Retry {
  max_attempts?: number;
  backoff_seconds?: number;
  factor?: number;
}

interface StepOf<Kind extends StepKind, Config> {
  key: string;
  kind: Kind;
  when?: Condition;
  retry?: Retry;
  on_error?: 'fail' | 'continue';
  config: Config;
}

export interface HttpConfig {
  method: (typeof METHODS)[number];
  url: string;
  headers?: Record<string, unknown>;
  query?: Record<string, unknown>;
  json?: unknown;
  form?: Record<string, unknown>;
  text?: string;
  timeout_seconds?: number;
  ok_status?: number[];
}
export type HttpStep = StepOf<'http', HttpConfig>;
export type AppStep = StepOf<'app', { slug: string; action: string; input?: Record<string, unknown> }>;
export type NotifyStep = StepOf<'notify', { title: string; body: string }>;
export type BranchStep = StepOf<'branch', { cases: { when: Condition; steps: Step[] }[]; else?: Step[] }>;
export type ForEachStep = StepOf<'for_each', { items: unknown; steps: Step[] }>;
export type DelayStep = StepOf<'delay', { seconds?: unknown; until?: unknown }>;
export type ApprovalStep = StepOf<
  'approval',
  { message: string; approvers?: string[]; timeout_hours?: number; on_reject?: 'fail' | 'continue' }
>;
export type SetStep = StepOf<'set', { values: Record<string, unknown> }>;
export type StopStep = StepOf<'stop', { status: 'succeeded' | 'failed'; message?: string }>;
export type Step =
  HttpStep | AppStep | NotifyStep | BranchStep | ForEachStep | DelayStep | ApprovalStep | SetStep | StopStep;

export interface Definition {
  trigger: Trigger;
  steps: Step[];
}

export const EMPTY_DEFINITION: Definition = { trigger: { kind: 'manual' }, steps: [] };

export interface Problem {
  path: string;
  message: string;
}

/** The lists of steps within a step. */
export function stepsWithin(step: Step): Step[][] {
  if (step.kind === 'for_each') return [step.config.steps];
  if (step.kind !== 'branch') return [];
  return [...step.config.cases.map((one) => one.steps), ...(step.config.else ? [step.config.else] : [])];
}
