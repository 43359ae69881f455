interface Page {
  title: string;
  /** Addresses relative to the page's own, so that the service may live below a path of another host. */
  style: string;
  script?: string;
  body: string;
  /** True: search engines may show the page. */
  index?: boolean;
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] as string);

const ICON = `%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 8 8'%3E%3Crect width='8' height='8' rx='2' fill='%232f5bd8'/%3E%3C/svg%3E`;

export const page = ({ title, style, script, body, index = false }: Page) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    ${index ? '' : '<meta name="robots" content="noindex">'}
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:image/svg+xml,${ICON}">
    <link rel="stylesheet" href="${style}">
    ${script ? `<script type="module" src="${script}"></script>` : ''}
  </head>
  <body>
${body}
  </body>
</html>
`;
