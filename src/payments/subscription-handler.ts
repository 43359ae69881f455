/**
 * Extension point: what follows from a change of a user's subscriptions of one purpose. It runs inside the transaction
 * of the webhook, with the user locked, and reads the present state from the stored subscriptions.
 */
export abstract class SubscriptionHandler {
  abstract readonly purpose: string;
  abstract follow(userId: string): Promise<void>;
}
