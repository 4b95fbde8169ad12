import type { InvoicesOverview } from '../../service/e-invoicing/wire.ts';
import { controlUrl } from './control.ts';
import { type Reply, request } from './request.ts';

/** Ask for the e-invoices of a register. */
export const askInvoices = (rn: string) => (): Promise<Reply<InvoicesOverview>> =>
  request(controlUrl('e-invoices', rn));

/** What is done about a rejected invoice. */
export type Decision = { sq: number; action: 'again' } | { sq: number; action: 'settle'; reason: string };

/** Decide about a rejected invoice. */
export function decideInvoice(rn: string, decision: Decision): Promise<Reply<unknown>> {
  return request(controlUrl('e-invoices/decide', rn), {
    method: 'POST',
    body: JSON.stringify(decision),
    type: 'application/json',
  });
}

/** Enter the secret of a channel; empty for none. */
export function enterSecret(
  name: keyof InvoicesOverview['secrets'],
  secret: string,
): Promise<Reply<unknown>> {
  return request('./control/e-invoices/secret', {
    method: 'POST',
    body: JSON.stringify({ name, secret }),
    type: 'application/json',
  });
}
