export interface Session {
  id: string;
  url: string;
}

export interface Order {
  /** The title on the checkout page. */
  title: string;
  /** Minor units. */
  amount: bigint;
  currency: string;
  paymentId: string;
  metadata: Record<string, string>;
  successUrl: string;
  cancelUrl?: string;
}

export interface Sale extends Order {
  /** Undefined for a guest, who enters an address on the page. */
  email: string | undefined;
  /** When the page expires; the processor's default is one day. */
  expiresAt?: Date;
  /** The seller's account, and the platform's part of the amount. */
  seller?: { account: string; fee: bigint };
}

export interface MonthlyPlan extends Order {
  customer: string;
}

export interface RefundRequest {
  refundId: string;
  paymentId: string;
  /** Minor units; null: all that is left. */
  amount: bigint | null;
  /** The processor has forgotten the idempotency key by now, so an earlier attempt is looked up first. */
  isOld: boolean;
  sessionId: string;
  intentId?: string;
  /** The amount, less the platform's fee, was transferred to a seller. */
  ofSeller: boolean;
  hasFee: boolean;
}

export interface SellerState {
  chargesEnabled: boolean;
  payoutsEnabled: boolean;
  onboardingComplete: boolean;
}
