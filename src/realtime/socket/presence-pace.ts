import { Injectable } from '@nestjs/common';

const MOST = 5;
const WINDOW_MS = 30_000;

/** How often somebody may say that he is there, over all his sockets of this process. */
@Injectable()
export class PresencePace {
  private readonly said = new Map<string, number[]>();

  /** Undefined where he may; else so long until he may again. */
  wait(userId: string, now = Date.now()): number | undefined {
    const recent = (this.said.get(userId) ?? []).filter((at) => at > now - WINDOW_MS);
    if (recent.length >= MOST) return (recent[0] as number) + WINDOW_MS - now;
    this.said.delete(userId);
    this.said.set(userId, [...recent, now]);
    this.forget(now);
    return undefined;
  }

  /** In the order in which they last spoke. */
  private forget(now: number): void {
    for (const [userId, times] of this.said) {
      if ((times.at(-1) ?? 0) > now - WINDOW_MS) return;
      this.said.delete(userId);
    }
  }
}
