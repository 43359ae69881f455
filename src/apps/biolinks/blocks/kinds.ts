export const KINDS = ['link', 'header', 'text', 'image', 'socials', 'embed', 'contact_form', 'divider'] as const;
export type Kind = (typeof KINDS)[number];
