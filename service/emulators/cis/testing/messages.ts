/** Messages to an emulated CIS, written without the product's client. */
import { createHash, randomUUID, sign } from 'node:crypto';
import { signEnveloped, type SignatureDigest } from '../../../countries/base/xml-signature.ts';
import { post } from '../../../countries/base/http-client.ts';
import { readBody, type Element } from '../../xml.ts';
import type { Emulator } from '../emulator.ts';
import type { ClientKey } from '../identity.ts';
import { NAMESPACE } from '../schema.ts';

/** A Sunday morning in Zagreb, 11:15:30. */
export const NOW = Date.parse('2026-11-15T10:15:30Z');
export const OIB = '12345678903';
export const OTHER_OIB = '98765432106';

/** What a receipt of 125.00 differs in. */
export interface ReceiptOptions {
  number?: string;
  device?: string;
  sequence?: 'N' | 'P';
  issued?: string;
  total?: string;
  late?: boolean;
  /** Instead of the value added tax. */
  taxes?: string;
  /** Elements after `NakDost`. */
  more?: string;
  /** Instead of the right ZKI. */
  protection?: string;
}

/** `Racun`, with the ZKI of a key. */
export function receipt(key: ClientKey, options: ReceiptOptions = {}): string {
  const { number = '1', device = '12', issued = '15.11.2026T11:15:00', total = '125.00' } = options;
  const { sequence = 'N', late = false, more = '' } = options;
  const signed = `${OIB}${issued.replace('T', ' ')}${number}POSL1${device}${total}`;
  const zki = createHash('md5')
    .update(sign('sha256', Buffer.from(signed), key.key))
    .digest('hex');
  const taxes =
    options.taxes ??
    '<t:Pdv><t:Porez><t:Stopa>25.00</t:Stopa><t:Osnovica>100.00</t:Osnovica><t:Iznos>25.00</t:Iznos></t:Porez></t:Pdv>';
  return (
    `<t:Racun><t:Oib>${OIB}</t:Oib><t:USustPdv>true</t:USustPdv><t:DatVrijeme>${issued}</t:DatVrijeme>` +
    `<t:OznSlijed>${sequence}</t:OznSlijed><t:BrRac><t:BrOznRac>${number}</t:BrOznRac><t:OznPosPr>POSL1</t:OznPosPr>` +
    `<t:OznNapUr>${device}</t:OznNapUr></t:BrRac>${taxes}<t:IznosUkupno>${total}</t:IznosUkupno>` +
    `<t:NacinPlac>G</t:NacinPlac><t:OibOper>${OIB}</t:OibOper><t:ZastKod>${options.protection ?? zki}</t:ZastKod>` +
    `<t:NakDost>${late}</t:NakDost>${more}</t:Racun>`
  );
}

/** A place with working hours or days to delete. */
export function place(hours: string): string {
  return (
    `<t:PoslovniProstor><t:Oib>${OIB}</t:Oib><t:OznPosPr>POSL1</t:OznPosPr>${hours}` +
    `<t:OibOper>${OIB}</t:OibOper></t:PoslovniProstor>`
  );
}

/** A message that is not signed yet, `RacunZahtjev` for example. */
export function message(
  name: string,
  content: string,
  { id = randomUUID(), sent = '15.11.2026T11:15:30' }: { id?: string; sent?: string } = {},
): string {
  return (
    `<t:${name} xmlns:t="${NAMESPACE}" Id="m1"><t:Zaglavlje><t:IdPoruke>${id}</t:IdPoruke>` +
    `<t:DatumVrijeme>${sent}</t:DatumVrijeme></t:Zaglavlje>${content}</t:${name}>`
  );
}

/** A message, signed. */
export function signed(xml: string, key: ClientKey, digest: SignatureDigest = 'sha256'): string {
  return signEnveloped(xml, { id: 'm1', ...key, digest });
}

/** What was answered. */
export interface Answered {
  status: number;
  body: Buffer;
  /** The element in the body. */
  answer: Element | null;
  /** Its JIR or `p001`, else the codes of its errors and remarks. */
  outcome: string;
}

/** Sends a message as it is; null when there is no answer. */
export async function send(
  emulator: Pick<Emulator, 'url' | 'ca'>,
  operation: string,
  xml: string,
  more: { url?: string; action?: string; type?: string; timeoutMs?: number } = {},
): Promise<Answered | null> {
  const service = 'http://e-porezna.porezna-uprava.hr/fiskalizacija/2012/services/FiskalizacijaService';
  const target = {
    url: more.url ?? emulator.url,
    name: 'the CIS',
    ca: emulator.ca,
    timeoutMs: more.timeoutMs ?? 15_000,
    headers: {
      'content-type': more.type ?? 'text/xml; charset=utf-8',
      soapaction: more.action ?? `"${service}/${operation}"`,
    },
  };
  const posted = await post(
    target,
    `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>${xml}</s:Body></s:Envelope>`,
  );
  if (!('status' in posted)) return null;
  const answer = readBody(posted.body);
  const texts = (element: Element, name: string): string[] =>
    element.children.flatMap((c) => (c.name === name ? [c.text] : texts(c, name)));
  const outcome = answer ? ['Jir', 'SifraPoruke', 'SifraGreske'].flatMap((name) => texts(answer, name)) : [];
  return { ...posted, answer, outcome: outcome.join(' ') };
}
