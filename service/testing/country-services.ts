import type { Clock } from '../clock.ts';
import type { CountryServices, Program, Vault } from '../countries/contract/services.ts';
import type { Json } from '../receipt/json.ts';
import { silentLog } from '../log.ts';
import { barcodePicture } from '../render/barcode-picture.ts';
import { renderSheet } from '../render/pdf.ts';
import { qrPicture } from '../render/qr-picture.ts';
import { Attributes } from '../settings/attributes.ts';
import { SoftwareSigner } from './software-signer.ts';

/** No attributes. */
export const NO_ATTRIBUTES = Attributes.parse('');

/** A vault that forgets. */
export class MemoryVault implements Vault {
  private readonly values = new Map<string, Json>();

  get(name: string): Json | undefined {
    return this.values.get(name);
  }

  set(name: string, value: Json): Promise<void> {
    if (value === null) this.values.delete(name);
    else this.values.set(name, value);
    return Promise.resolve();
  }
}

/** A program without a certificate. */
export const PROGRAM: Program = {
  product: 'Tillmark',
  version: '0.0.0',
  producer: { name: 'Tillmark', taxId: '999999990' },
  certificate: '0',
};

/** What an installation without settings offers to its countries, the key aside. */
export function countryServices(
  clock: Clock,
  attributes: () => Attributes = () => NO_ATTRIBUTES,
): Omit<CountryServices, 'key' | 'signer'> & { signer: SoftwareSigner } {
  return {
    clock,
    log: silentLog,
    attributes,
    vault: new MemoryVault(),
    signer: new SoftwareSigner(clock),
    drawQr: qrPicture,
    drawBarcode: barcodePicture,
    drawSheet: renderSheet,
    program: () => PROGRAM,
    memory: new Map(),
  };
}
