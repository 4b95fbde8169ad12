import type {
  ChannelName,
  ChannelTest,
  InvoicesOverview,
  SettingName,
} from '../../service/e-invoicing/wire.ts';
import { controlUrl } from './control.ts';
import { type Reply, request } from './request.ts';

/** Ask for the e-invoices of a register: all that wait, and so many of the others. */
export const askInvoices = (rn: string, rows: number): Promise<Reply<InvoicesOverview>> =>
  request(`${controlUrl('e-invoices', rn)}&rows=${rows}`);

/** What is done about an invoice. */
export type Decision =
  | { sq: number; action: 'again' }
  | { sq: number; action: 'settle'; reason: string }
  | { sq: number; action: 'send'; to: string };

/** Decide about an invoice. */
export const decideInvoice = (rn: string, decision: Decision): Promise<Reply<unknown>> =>
  post(controlUrl('e-invoices/decide', rn), decision);

/** Enter the secret of a channel; empty for none. */
export const enterSecret = (
  name: keyof InvoicesOverview['secrets'],
  secret: string,
): Promise<Reply<unknown>> => post('./control/e-invoices/secret', { name, secret });

/** Settings by name; empty ones are removed. */
export type SettingValues = Partial<Record<SettingName, string>>;

/** Set where invoices go, at once. */
export const setChannels = (values: SettingValues): Promise<Reply<unknown>> =>
  post('./control/e-invoices/settings', { values });

/** Ask whether a channel, or its test system, works. */
export const testChannel = (channel: ChannelName, test: boolean): Promise<Reply<ChannelTest>> =>
  post('./control/e-invoices/test', { channel, test });

function post<T>(url: string, body: unknown): Promise<Reply<T>> {
  return request(url, { method: 'POST', body: JSON.stringify(body), type: 'application/json' });
}
