import { escapeHtml } from '@community-platform/pages';
import type { Mail } from './mail.js';

export function asText({ paragraphs, button, footnote }: Mail): string {
  const parts = [
    ...paragraphs,
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    ...(footnote ? [footnote] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Mail programs agree only on tables and inline styles. */
export function asHtml({ subject, paragraphs, button, footnote }: Mail): string {
  const text = paragraphs.map((one) => `<p style="margin:0 0 16px">${escapeHtml(one)}</p>`).join('');
  const action = button
    ? `<p style="margin:24px 0"><a href="${escapeHtml(button.url)}" style="display:inline-block;padding:12px 20px;` +
      `border-radius:8px;background:#2f5bd8;color:#fff;text-decoration:none;font-weight:600">` +
      `${escapeHtml(button.label)}</a></p>` +
      `<p style="margin:0 0 16px;color:#6b7280;font-size:13px;word-break:break-all">${escapeHtml(button.url)}</p>`
    : '';
  const small = footnote ? `<p style="margin:24px 0 0;color:#6b7280;font-size:13px">${escapeHtml(footnote)}</p>` : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;background:#f3f4f6"><table role="presentation" width="100%"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="480" style="max-width:480px;width:100%;background:#fff;border-radius:12px"><tr>
<td style="padding:32px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#111827">
<h1 style="margin:0 0 16px;font-size:20px">${escapeHtml(subject)}</h1>${text}${action}${small}
</td></tr></table></td></tr></table></body></html>`;
}
