export const TEMPLATE_STATUSES = ['active', 'archived'] as const;
export const PAGES = ['a4', 'letter'] as const;
export const ORIENTATIONS = ['landscape', 'portrait'] as const;
export const SLOTS = ['background', 'logo', 'signature'] as const;
export const IMAGE_TYPES = ['image/png', 'image/jpeg'] as const;
export const ASSET_STATUSES = ['awaiting', 'ready', 'rejected'] as const;

export type PageSize = (typeof PAGES)[number];
export type Orientation = (typeof ORIENTATIONS)[number];
export type Slot = (typeof SLOTS)[number];
export type ImageType = (typeof IMAGE_TYPES)[number];
/** Ids of assets by their slots. */
export type TemplateImages = { [Name in Slot]?: string };
