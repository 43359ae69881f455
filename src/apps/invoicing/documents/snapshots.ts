import type { Address, Client } from '../entities/client.entity.js';
import type { InvoicingSettings } from '../invoicing.settings.js';

/** The seller as they stand on a document; a text that they have not set is empty. Issuing freezes them. */
export interface Seller {
  name: string;
  address: string;
  email: string;
  tax_number: string;
  logo_url: string;
  payment_instructions: string;
}

/** The client as they stand on a document. Issuing freezes them. */
export type Buyer = Pick<Client, 'name' | 'contact_name' | 'email' | 'phone' | 'tax_number'> & {
  address: Address | null;
};

export const sellerOf = (settings: InvoicingSettings): Seller => ({
  name: settings.business_name,
  address: settings.business_address,
  email: settings.business_email,
  tax_number: settings.tax_number,
  logo_url: settings.logo_url,
  payment_instructions: settings.payment_instructions,
});

export const buyerOf = ({ name, contact_name, email, phone, tax_number, address }: Buyer): Buyer => ({
  name,
  contact_name,
  email,
  phone,
  tax_number,
  address,
});
