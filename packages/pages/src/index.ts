export { type SharedDashboard, sharedDashboardPage } from './analytics.page.js';
export { expiredDocumentPage, missingDocumentPage, sharedDocumentPage } from './document.pages.js';
export {
  type BioBlock,
  bioPage,
  type BioPageContent,
  contrastOf,
  isThemeReadable,
  type ThemeName,
  type ThemeOptions,
} from './biolinks/index.js';
export { type BlogFrame, blogListPage, blogPostPage, jsonBlock, type PostCard, type PostPage } from './blog.pages.js';
export { builtFile, builtFiles } from './built-file.js';
export {
  certificateNoticePage,
  certificatePage,
  type CertificateProof,
  type CertificateStatus,
  claimPage,
} from './certificate.pages.js';
export { CONSOLE_WAITING_PAGE, consoleFailedPage } from './console.page.js';
export { AUDIT_CHECKER } from './audit-checker.js';
export { noEnvelopePage, signingPage, type SealedProof, verifyingPage } from './envelope.pages.js';
export { invoicePage, missingInvoicePage } from './invoice.pages.js';
export {
  goneLinkPage,
  type LinkPlace,
  missingLinkPage,
  passingLinkPage,
  passwordLinkPage,
  previewLinkPage,
} from './link.pages.js';
export { mailboxPage } from './mailbox.page.js';
export { type NoticeLink, type Notice, noticePage } from './notice.page.js';
export { escapeHtml, page } from './page.js';
export { uploadPage } from './upload.page.js';
