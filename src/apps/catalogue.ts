import { AffiliatesApp } from './affiliates/affiliates.app.js';
import { AiDocsApp } from './ai-docs/ai-docs.app.js';
import { AnalyticsApp } from './analytics/analytics.app.js';
import { AssignmentsApp } from './assignments/assignments.app.js';
import { BiolinksApp } from './biolinks/biolinks.app.js';
import { BlogApp } from './blog/blog.app.js';
import { BundlesApp } from './bundles/bundles.app.js';
import { CertificatesApp } from './certificates/certificates.app.js';
import { CoursesApp } from './courses/courses.app.js';
import { DocumentsApp } from './documents/documents.app.js';
import { DomainsApp } from './domains/domains.app.js';
import { EsignaturesApp } from './esignatures/esignatures.app.js';
import { EventsApp } from './events/events.app.js';
import { FilerequestsApp } from './filerequests/filerequests.app.js';
import { ForumsApp } from './forums/forums.app.js';
import { InvoicingApp } from './invoicing/invoicing.app.js';
import type { Type } from './kernel/calls/action.js';
import { LiveSessionsApp } from './live-sessions/live-sessions.app.js';
import { PixelsApp } from './pixels/pixels.app.js';
import { ProductsApp } from './products/products.app.js';
import { QrApp } from './qr/qr.app.js';
import { QuizzesApp } from './quizzes/quizzes.app.js';
import { RemindersApp } from './reminders/reminders.app.js';
import { ShortlinksApp } from './shortlinks/shortlinks.app.js';
import { SubscriptionsApp } from './subscriptions/subscriptions.app.js';
import { SupportApp } from './support/support.app.js';
import { TimetrackingApp } from './timetracking/timetracking.app.js';
import { WorkflowsApp } from './workflows/workflows.app.js';

/** The apps of this service; what is not here does not exist. */
export const CATALOGUE: Type[] = [
  AffiliatesApp,
  AiDocsApp,
  AnalyticsApp,
  AssignmentsApp,
  BiolinksApp,
  BlogApp,
  BundlesApp,
  CertificatesApp,
  CoursesApp,
  DocumentsApp,
  DomainsApp,
  EsignaturesApp,
  EventsApp,
  FilerequestsApp,
  ForumsApp,
  InvoicingApp,
  LiveSessionsApp,
  PixelsApp,
  ProductsApp,
  QrApp,
  QuizzesApp,
  RemindersApp,
  ShortlinksApp,
  SubscriptionsApp,
  SupportApp,
  TimetrackingApp,
  WorkflowsApp,
];
