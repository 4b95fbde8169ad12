/** Messages to CIS (schema 1.9): receipts, and what is told of one afterwards. */
import type { KeyObject, X509Certificate } from 'node:crypto';
import { amountText } from '../../receipt/money.ts';
import { writeEnvelope } from '../base/soap.ts';
import { signEnveloped, type SignatureDigest } from '../base/xml-signature.ts';
import { textElement } from '../base/xml-writer.ts';
import { croatianTime, F73, OPERATIONS, type Operation } from './cis.ts';
import type { PaymentMeans } from './payment-means.ts';
import type { HrReceipt, TaxRow } from './receipt-data.ts';

/** What every message begins with. */
export interface Header {
  /** UUID version 4 in small letters; another one for each try. */
  id: string;
  /** When it is sent, local, `YYYY-MM-DDThh:mm:ss`. */
  time: string;
}

/** The company's fiscal certificate with its RSA key. */
export interface Credentials {
  key: KeyObject;
  certificate: X509Certificate;
  digest: SignatureDigest;
}

/** An element with text in the namespace of CIS. */
export function element(name: string, text: string): string {
  return textElement(`tns:${name}`, text);
}

/** An element with others inside. */
export function group(name: string, ...content: readonly string[]): string {
  return `<tns:${name}>${content.join('')}</tns:${name}>`;
}

/** A message, not signed yet: its root has the attribute Id. */
export function request(operation: Operation, { id, time }: Header, ...content: string[]): string {
  const name = `${OPERATIONS[operation]}Zahtjev`;
  const header = group(
    'Zaglavlje',
    element('IdPoruke', id),
    element('DatumVrijeme', croatianTime(time, 'T')),
  );
  return `<tns:${name} xmlns:tns="${F73}" Id="${name}">${header}${content.join('')}</tns:${name}>`;
}

/** The envelope with a message, signed. */
export function signedEnvelope(message: string, credentials: Credentials): string {
  const id = /Id="(\w+)"/.exec(message)![1]!;
  return writeEnvelope(signEnveloped(message, { id, ...credentials }));
}

/**
 * Reports a receipt; with `provjera` the test system only says what it thinks of it.
 * @param late it was given to the customer without a JIR
 */
export function receiptMessage(
  header: Header,
  receipt: HrReceipt,
  late: boolean,
  operation: 'racuni' | 'provjera' = 'racuni',
): string {
  return request(operation, header, racun(receipt, late));
}

/** Another means of payment of a reported receipt. */
export function paymentChange(header: Header, receipt: HrReceipt, payment: PaymentMeans): string {
  return request(
    'promijeniNacPlac',
    header,
    racun(receipt, false, element('PromijenjeniNacinPlac', payment)),
  );
}

/** A tip to a reported receipt; of several the last one counts. Within two days. */
export function tip(header: Header, receipt: HrReceipt, amount: number, payment: PaymentMeans): string {
  const given = group(
    'Napojnica',
    element('iznosNapojnice', amountText(amount, 2)),
    element('nacinPlacanjaNapojnice', payment),
  );
  return request('napojnica', header, racun(receipt, false, given));
}

/**
 * Means of payment and buyer of a reported receipt as they should be.
 * @param buyer OIB; null: none
 */
export function dataChange(
  header: Header,
  receipt: HrReceipt,
  payment: PaymentMeans,
  buyer: string | null,
): string {
  const changes = [
    element('PromijenjeniNacinPlac', payment),
    element('PromijenjeniOibPrimateljaRacuna', buyer ?? ''),
  ];
  return request('promijeniPodatkeRacuna', header, racun(receipt, false, ...changes));
}

/** Asks whether CIS is there: it sends the text back. Not signed. */
export function echoEnvelope(text: string): string {
  return writeEnvelope(textElement(`tns:EchoRequest xmlns:tns="${F73}"`, text));
}

/** The element Racun in the order of the schema. SpecNamj is left out: since 2026 it has to be empty (v141). */
function racun(receipt: HrReceipt, late: boolean, ...more: string[]): string {
  const amount = (name: string, cents: number | null) =>
    cents === null ? '' : element(name, amountText(cents, 2));
  const { fees } = receipt;
  return group(
    'Racun',
    element('Oib', receipt.oib),
    element('USustPdv', String(receipt.inVatSystem)),
    element('DatVrijeme', croatianTime(receipt.time, 'T')),
    // Each terminal counts for itself.
    element('OznSlijed', 'N'),
    group(
      'BrRac',
      element('BrOznRac', receipt.number),
      element('OznPosPr', receipt.premises),
      element('OznNapUr', receipt.device),
    ),
    taxes('Pdv', receipt.vat),
    taxes('Pnp', receipt.consumption),
    amount('IznosOslobPdv', receipt.exempt),
    amount('IznosMarza', receipt.margin),
    amount('IznosNePodlOpor', receipt.outside),
    fees.length === 0
      ? ''
      : group(
          'Naknade',
          ...fees.map((fee) => group('Naknada', element('NazivN', fee.name), amount('IznosN', fee.amount))),
        ),
    amount('IznosUkupno', receipt.total),
    element('NacinPlac', receipt.payment),
    element('OibOper', receipt.operator),
    element('ZastKod', receipt.zki),
    // What was written by hand was given to the customer without a JIR, whenever it is told.
    element('NakDost', String(late || receipt.paper !== null)),
    receipt.paper === null ? '' : element('ParagonBrRac', receipt.paper),
    receipt.buyer === null ? '' : element('OibPrimateljaRacuna', receipt.buyer),
    ...more,
  );
}

function taxes(name: 'Pdv' | 'Pnp', rows: readonly TaxRow[]): string {
  if (rows.length === 0) return '';
  const row = ({ rate, net, tax }: TaxRow) =>
    group(
      'Porez',
      element('Stopa', twoDigits(rate)),
      element('Osnovica', amountText(net, 2)),
      element('Iznos', amountText(tax, 2)),
    );
  return group(name, ...rows.map(row));
}

/** `25` as `25.00`; percentages have at most two digits behind the point. */
function twoDigits(rate: string): string {
  const [whole, fraction = ''] = rate.split('.');
  return `${whole}.${fraction.padEnd(2, '0')}`;
}
