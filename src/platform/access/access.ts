import { applyDecorators, SetMetadata } from '@nestjs/common';

/**
 * Who may call a route:
 * none – everybody; user – a Bearer token or an API key; bearer – a Bearer token only, no key;
 * admin – the Bearer token of an admin; api-key – an API key only.
 */
export type Level = 'none' | 'user' | 'bearer' | 'admin' | 'api-key';

export const LEVEL = 'access:level';

/** Every route declares its level; a route without one stops the start. */
export const Access = (level: Level) => applyDecorators(SetMetadata(LEVEL, level));
