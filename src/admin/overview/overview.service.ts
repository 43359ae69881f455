import { Injectable } from '@nestjs/common';
import type { OverviewAnswer } from './overview.dto.js';
import { OverviewRepository } from './overview.repository.js';

@Injectable()
export class OverviewService {
  constructor(private readonly overview: OverviewRepository) {}

  async get(numberOfDays: number): Promise<OverviewAnswer> {
    const [waiting, totals, days] = await Promise.all([
      this.overview.countWaiting(),
      this.overview.findTotals(),
      this.overview.listDays(numberOfDays),
    ]);
    return { waiting, totals, days };
  }
}
