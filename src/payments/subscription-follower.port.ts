/**
 * What follows from subscriptions to something else than a business plan: an area declares it among its providers.
 * It is called inside the transaction of the event, with the user locked, and reads off the subscriptions what is true.
 */
export abstract class SubscriptionFollower {
  abstract readonly purpose: string;
  abstract follow(userId: string): Promise<void>;
}
