import { Injectable } from '@nestjs/common';

/** Paths that general rules of requests leave out. */
@Injectable()
export class ExemptPathsRegistry {
  /** Pages of all origins may call them without credentials, also where CORS_ORIGINS limits the others. */
  readonly anyOrigin = new Set<string>();
  /** Their queries may hold text that is not valid UTF-8, or \u0000. */
  readonly anyQuery: RegExp[] = [];
}
