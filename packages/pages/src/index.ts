export { builtFile, builtFiles } from './built-file.js';
export { CONSOLE_WAITING_PAGE, consoleFailedPage } from './console.page.js';
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
