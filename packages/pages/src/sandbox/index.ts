export { type CheckoutMoment, checkoutPage } from './checkout.page.js';
export { dashboardPage } from './dashboard.page.js';
export { onboardingPage } from './onboarding.page.js';
export { type OverviewEvent, overviewPage } from './overview.page.js';
export { card, type SandboxPage, sandboxPage } from './page-parts.js';
