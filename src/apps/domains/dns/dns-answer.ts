import { IsIn, IsInt, IsString } from 'class-validator';
import { Nullable } from '../../../platform/http/fields.js';

export const RECORD_TYPES = ['TXT', 'CNAME', 'A', 'AAAA'] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

/** One question to DNS, as it is stored and shown. */
export class DnsAnswer {
  @IsString() name!: string;
  @IsIn(RECORD_TYPES) type!: RecordType;
  /** The first ten. */
  @IsString({ each: true }) values!: string[];
  /** The code of the resolver, such as `ENOTFOUND`; null where there is an answer. */
  @Nullable() @IsString() error!: string | null;
  @IsInt() ms!: number;
}

/** DNS says that there is no such name (NXDOMAIN), or that the name has no such records (NODATA). */
const NOTHING = new Set(['ENOTFOUND', 'ENODATA']);

/** The question had no answer in time, or the server failed: nothing follows from it. */
export const isInconclusive = ({ error }: DnsAnswer) => error !== null && !NOTHING.has(error);
