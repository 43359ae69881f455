import type { Address } from '../entities/client.entity.js';

/** The seller as it was at issue. */
export interface Seller {
  name: string;
  address: string;
  email: string;
  tax_number: string;
  logo_url: string;
  payment_instructions: string;
}

/** The client as it was at issue. */
export interface Buyer {
  name: string;
  contact_name: string | null;
  email: string | null;
  phone: string | null;
  tax_number: string | null;
  address: Address | null;
}
