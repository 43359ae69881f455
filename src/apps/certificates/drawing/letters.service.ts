import { type Fault, invalid } from '../../../platform/http/refusal.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { PdfService } from '../../kernel/pdf/pdf.service.js';

/** What is printed must have letters that a font has. */
@AppProvider()
export class LettersService {
  constructor(private readonly pdf: PdfService) {}

  /** Of each text what is wrong with it, in their order; undefined if nothing is. */
  async faultsOf(texts: string[]): Promise<(string | undefined)[]> {
    const missing = await this.pdf.uncovered(texts);
    return missing.map((letters) => (letters.length ? `no font has ${letters.slice(0, MOST).join(' ')}` : undefined));
  }

  /** Refuses texts that cannot be printed, by the names of their fields. */
  async expectPrintable(texts: [field: string, text: string][]): Promise<void> {
    const found = await this.faultsOf(texts.map(([, text]) => text));
    const faults = texts.flatMap(([field], at): Fault[] => {
      const message = found[at];
      return message ? [{ field, message: `${field}: ${message}` }] : [];
    });
    if (faults.length) throw invalid(...faults);
  }
}

const MOST = 5;
