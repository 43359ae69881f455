import { notFound } from '../../platform/http/refusal.js';
import { AppProvider } from '../kernel/app-provider.js';
import { NO_INDEX, type PublicAnswer, redirectAnswer } from '../kernel/pages/public-answers.js';
import { type PublicRequest, PublicSurface } from '../kernel/pages/public-surface.js';
import { ReferringService } from './clicks/referring.service.js';

/** The links that affiliates share. */
@AppProvider()
export class AffiliatesSurface extends PublicSurface {
  protected readonly routes = {
    'r/:code': (request: PublicRequest, { code }: Record<string, string>) => this.follow(request, code as string),
  };

  constructor(private readonly referring: ReferringService) {
    super();
  }

  private async follow(request: PublicRequest, code: string): Promise<PublicAnswer> {
    const destination = await this.referring.destination(code, request);
    if (destination === undefined) throw notFound('Link');
    return redirectAnswer(destination, { headers: NO_INDEX });
  }
}
