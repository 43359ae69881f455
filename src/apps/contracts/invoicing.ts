/** What the app `invoicing` is asked by others. Every method runs in the caller's transaction. */
export interface InvoicingService {
  /** Whether the user has the app. */
  isReady(ownerId: string): Promise<boolean>;
  getClients(ownerId: string, ids: string[]): Promise<InvoiceClient[]>;
  /** The same `source_ref` gives the same invoice. It refuses what `create-invoice` refuses. */
  createDraft(ownerId: string, draft: InvoiceDraft): Promise<{ invoice_id: string; total: number }>;
  getInvoiceStates(ownerId: string, ids: string[]): Promise<InvoiceState[]>;
}

export interface InvoiceClient {
  id: string;
  name: string;
  currency: string;
  status: string;
}

/** As `create-invoice` takes them. */
export interface InvoiceLine {
  description: string;
  quantity?: number;
  unit?: string;
  unit_price: number;
  tax_rate_id?: string | null;
}

export interface InvoiceDraft {
  client_id: string;
  currency: string;
  lines: InvoiceLine[];
  notes?: string;
  source: 'timetracking';
  source_ref: string;
}

export interface InvoiceState {
  id: string;
  /** `deleted` where there is no such invoice any more. */
  state: string;
  number: string | null;
}
