import { Injectable, type OnModuleInit } from '@nestjs/common';
import { type CountryResponse, open, type Reader } from 'maxmind';
import { Environment } from '../../platform/config/environment.js';
import { refusal } from '../../platform/config/reader.js';
import { headerOf, type Visitor } from './visit.js';

/** Values that are not a country: unknown, or Tor. */
const UNKNOWN = new Set(['XX', 'T1', 'ZZ']);

/** The country of a visitor: as the operator's proxy says, otherwise as the operator's database of addresses says. */
@Injectable()
export class CountriesService implements OnModuleInit {
  private database: Reader<CountryResponse> | undefined;

  constructor(private readonly environment: Environment) {}

  async onModuleInit(): Promise<void> {
    const { countryDatabase } = this.environment;
    if (!countryDatabase) return;
    try {
      // A file that the operator replaces is read again.
      this.database = await open<CountryResponse>(countryDatabase, {
        watchForUpdates: true,
        watchForUpdatesNonPersistent: true,
      });
    } catch {
      throw refusal('COUNTRY_DATABASE', countryDatabase, 'the path of an .mmdb file with countries or cities');
    }
  }

  of(visitor: Visitor): string | null {
    const { countryHeader } = this.environment;
    const told = countryHeader && visitor.viaOurProxy ? codeOf(headerOf(visitor, countryHeader)) : null;
    return told ?? codeOf(this.found(visitor.address));
  }

  private found(address: string): string | undefined {
    try {
      return this.database?.get(address)?.country?.iso_code;
    } catch {
      // A database of IPv4 addresses alone refuses others.
      return undefined;
    }
  }
}

function codeOf(given: string | undefined): string | null {
  const code = given?.trim().toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(code) && !UNKNOWN.has(code) ? code : null;
}
