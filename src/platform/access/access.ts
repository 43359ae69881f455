import { applyDecorators, SetMetadata } from '@nestjs/common';

/**
 * Who may call a route:
 * none – anyone; user – a Bearer or an API key; bearer – a signed-in person, no key;
 * admin – the Bearer of an admin; api-key – a key alone.
 */
export type Level = 'none' | 'user' | 'bearer' | 'admin' | 'api-key';

export const LEVEL = 'access:level';

/** Every route says its level; one that does not stops the start. */
export const Access = (level: Level) => applyDecorators(SetMetadata(LEVEL, level));
