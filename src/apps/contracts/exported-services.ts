import type { AffiliatesService } from './affiliates.js';
import type { AnalyticsService } from './analytics.js';
import type { AssignmentsService } from './assignments.js';
import type { BiolinksService } from './biolinks.js';
import type { BlogService } from './blog.js';
import type { BundlesService } from './bundles.js';
import type { CertificatesService } from './certificates.js';
import type { CoursesService } from './courses.js';
import type { DocumentsService } from './documents.js';
import type { DomainsService } from './domains.js';
import type { InvoicingService } from './invoicing.js';
import type { LiveSessionsService } from './live-sessions.js';
import type { PixelsService } from './pixels.js';
import type { ProductsService } from './products.js';
import type { QuizzesService } from './quizzes.js';
import type { ShortlinksService } from './shortlinks.js';
import type { SubscriptionsService } from './subscriptions.js';

/** What the apps export that an app has to declare in `uses`, because it cannot work without them. */
export interface CoreAppServices {
  documents: DocumentsService;
  invoicing: InvoicingService;
}

/** What the other apps export, by their slugs: each may be missing. */
export interface OptionalServices {
  affiliates: AffiliatesService;
  analytics: AnalyticsService;
  assignments: AssignmentsService;
  biolinks: BiolinksService;
  blog: BlogService;
  bundles: BundlesService;
  certificates: CertificatesService;
  courses: CoursesService;
  domains: DomainsService;
  'live-sessions': LiveSessionsService;
  pixels: PixelsService;
  products: ProductsService;
  quizzes: QuizzesService;
  shortlinks: ShortlinksService;
  subscriptions: SubscriptionsService;
}

/** An app whose service is of another type than the one of its slug does not compile. */
export type ExportedServices = CoreAppServices & OptionalServices;
