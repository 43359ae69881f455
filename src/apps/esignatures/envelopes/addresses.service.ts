import { Runtime } from '../../../platform/config/runtime.js';
import { AppProvider } from '../../kernel/app-provider.js';
import { present } from '../../kernel/rows/view.js';
import type { Envelope } from '../entities/envelope.entity.js';
import { EnvelopeView } from './views.js';

/** The addresses of the public surface. */
@AppProvider()
export class AddressesService {
  constructor(private readonly runtime: Runtime) {}

  sign(token: string): string {
    return this.of(`sign/${token}`);
  }

  verify(code: string): string {
    return this.of(`verify/${code}`);
  }

  view(envelope: Envelope): EnvelopeView {
    const { status, public_code } = envelope;
    const verify_url = status === 'completed' && public_code ? this.verify(public_code) : null;
    return { ...present(EnvelopeView, envelope), verify_url };
  }

  private of(path: string): string {
    return `${this.runtime.publicUrl}/v1/apps/esignatures/public/${path}`;
  }
}
