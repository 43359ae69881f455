import { AppProvider } from '../kernel/app-provider.js';
import { AppStats, type Days } from '../kernel/stats/app-stats.js';
import { rate } from '../kernel/stats/figures.js';
import { FiguresRepository } from './stats/figures.repository.js';
import { FilerequestsFigures } from './stats/figures.view.js';

@AppProvider()
export class FilerequestsStats extends AppStats {
  readonly shape = FilerequestsFigures;

  constructor(private readonly figures: FiguresRepository) {
    super();
  }

  async of(userId: string, days: Days): Promise<FilerequestsFigures> {
    const [requests, submissions, files, recipients] = await Promise.all([
      this.figures.requests(userId, days),
      this.figures.submissions(userId, days),
      this.figures.files(userId, days),
      this.figures.recipients(userId, days),
    ]);
    const { submitted, invited } = recipients;
    return { ...requests, ...submissions, ...files, response_rate: rate(submitted, invited) };
  }
}
