/** The paid business plans, in cents a month. */
export const PLANS = { starter: 900n, pro: 2900n } as const;

export type Plan = keyof typeof PLANS;
export const PLAN_NAMES = Object.keys(PLANS) as Plan[];

export const isPlan = (name: string | undefined): name is Plan => name !== undefined && Object.hasOwn(PLANS, name);

/** The plan of a monthly price in cents. */
export const planOfPrice = (cents: bigint | undefined) => PLAN_NAMES.find((name) => PLANS[name] === cents);
