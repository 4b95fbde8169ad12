/** Where `DD` leads: which form is made, and by which channel it is handed over. */
import type { ProfileAttributes } from '../countries/contract/services.ts';
import { FORMATS, type InvoiceFormat } from './formats.ts';

/** Ways to hand over. */
export const CHANNELS = ['access-point', 'mail', 'folder'] as const;

/** A way to hand over. */
export type ChannelName = (typeof CHANNELS)[number];

/** What `DD` of a receipt means. */
export interface Route {
  /** Name of the delivery system, without `-TEST`. */
  system: string;
  channel: ChannelName;
  format: InvoiceFormat;
  /** The test system: nothing of it reaches a live address. */
  test: boolean;
  /** BT-34, `scheme:value` (`EInvoice_Sender`); null for the VAT id. */
  sender: string | null;
}

const TEST = /-TEST$/i;

/** A route as it is noted with a receipt: of names alone. */
export type NotedRoute = Pick<Route, 'system' | 'channel' | 'test'> & {
  format: string;
  sender: string | null;
};

/** Reads the attribute `EInvoice_Routes`: `DE=mail:xrechnung PEPPOL=access-point:peppol`. */
export function readRoutes(
  text: string,
): { routes: Map<string, { channel: ChannelName; format: InvoiceFormat }> } | { problem: string } {
  const routes = new Map<string, { channel: ChannelName; format: InvoiceFormat }>();
  for (const item of text.split(/\s+/).filter(Boolean)) {
    const [, system = '', channel = '', form = ''] = /^([\w.-]{1,40})=([a-z-]+):([a-z-]+)$/i.exec(item) ?? [];
    const format = FORMATS.get(form.toLowerCase());
    const known = CHANNELS.find((name) => name === channel.toLowerCase());
    if (!format || !known || TEST.test(system)) {
      const forms = `${CHANNELS.join(', ')} and one of ${[...FORMATS.keys()].join(', ')}`;
      return {
        problem: `${JSON.stringify(item.slice(0, 60))} must be SYSTEM=CHANNEL:FORM with one of ${forms}`,
      };
    }
    if (known === 'access-point' && format.isPdf)
      return { problem: `${item}: an access point takes XML, not ${format.name}` };
    if (routes.has(system.toUpperCase())) return { problem: `${system.toUpperCase()} is named twice` };
    routes.set(system.toUpperCase(), { channel: known, format });
  }
  return { routes };
}

/** The route of a `DD`; `problem` says in English what is missing. */
export function routeOf(DD: string, attributes: ProfileAttributes): { route: Route } | { problem: string } {
  const read = readRoutes(attributes.text('EInvoice_Routes') ?? '');
  if ('problem' in read) return { problem: `the attribute EInvoice_Routes cannot be read: ${read.problem}` };
  const test = TEST.test(DD);
  const system = DD.replace(TEST, '').toUpperCase();
  const found = read.routes.get(system);
  if (!found) {
    const known = [...read.routes.keys()].join(', ');
    const hint = known === '' ? 'the attribute EInvoice_Routes names none yet' : `there are ${known}`;
    return { problem: `no delivery system ${JSON.stringify(system.slice(0, 40))} is set up; ${hint}` };
  }
  const sender = attributes.text('EInvoice_Sender') ?? null;
  return { route: { system, ...found, test, sender } };
}

/** As it is noted with a receipt. */
export function notedRoute({ system, channel, format, test, sender }: Route): NotedRoute {
  return { system, channel, format: format.name, test, sender };
}

/** A noted route; null for one of another version that this one does not know. */
export function readNotedRoute({ system, channel, format, test, sender }: NotedRoute): Route | null {
  const known = FORMATS.get(format);
  return known && CHANNELS.includes(channel) ? { system, channel, format: known, test, sender } : null;
}
