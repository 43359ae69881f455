export const ROUNDING_MODES = ['up', 'nearest', 'down'] as const;
export const ROUNDING_SCOPES = ['entry', 'group'] as const;
export const ROUNDING_MINUTES = [0, 1, 5, 6, 10, 12, 15, 30, 60] as const;

export type RoundingMode = (typeof ROUNDING_MODES)[number];

export interface Step {
  minutes: number;
  mode: RoundingMode;
}

export interface Rounding extends Step {
  scope: (typeof ROUNDING_SCOPES)[number];
}

const MINUTE = 60;
const HOUR = 3_600n;

/** Zero stays zero, and half a step is rounded up by `nearest`. */
export function roundSeconds(seconds: number, { minutes, mode }: Step): number {
  const step = minutes * MINUTE;
  if (!step) return seconds;
  const added = { up: step - 1, nearest: step / 2, down: 0 }[mode];
  return Math.floor((seconds + added) / step) * step;
}

/** The same in SQL, in whole numbers. */
export const roundedSql = (seconds: string, minutes: string, mode: string) => {
  const step = `(${minutes} * 60)`;
  return `CASE WHEN ${minutes} = 0 THEN ${seconds} ELSE (${seconds} + CASE ${mode}
    WHEN 'up' THEN ${step} - 1 WHEN 'nearest' THEN ${step} / 2 ELSE 0 END) / ${step} * ${step} END`;
};

/** What so many seconds cost at a rate for an hour, half away from zero. Neither is ever below 0. */
export const amountOf = (seconds: number, rateMinor: number): number =>
  Number((2n * BigInt(seconds) * BigInt(rateMinor) + HOUR) / (2n * HOUR));
