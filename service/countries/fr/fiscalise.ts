/** Numbers and signs a French document, counts it, and notes the events that it is (NF525; BOI-TVA-DECLA-30-10-30). */
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { amountText, minor } from '../../receipt/money.ts';
import { reprintCount, reprintKey } from '../../receipt/reprints.ts';
import type { CashCount } from '../../receipt/cash-count.ts';
import { isPosition, type CompleteEsr, type Esr, type Tag } from '../../receipt/tra.ts';
import { withAmount, withDocument } from '../base/grand-totals.ts';
import type { Fiscalised, Original, ReceiptContext } from '../contract/fiscalise.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import { amountsOf, sumOf, turnoverOf } from './amounts.ts';
import { asJson, KEYS, numberText, openPeriods, periodKey, periodOf, textAt, totalsOf } from './books.ts';
import { closePeriod, closeShift } from './close.ts';
import { issue, keyMissing } from './codes.ts';
import { NUMBER_LETTERS, operationOf, roleOf, type DocumentKind } from './document.ts';
import { signCopy } from './duplicate.ts';
import { signed } from './fiscal-data.ts';
import { signingFor, SYSTEM, type Signing } from './entries.ts';
import type { EventCode } from './event-codes.ts';
import { invoiceText, ticketText, totalText } from './signed-text.ts';
import { copyTags, documentTags, MARKS } from './tags.ts';

const NOTHING: Fiscalised = { changes: {}, warnings: [], issues: [] };

/** {@link Country.fiscalise} of France. */
export function fiscalise(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  const role = roleOf(esr);
  const event = role.kind === 'unsigned' ? EVENT_RECORDS.get(role.event) : undefined;
  const counted = context.cash ? countText(context.cash) : null;
  if (role.kind === 'unsigned' && !event && counted === null) return unsigned(esr);
  const signing = openPeriods(state) === null ? null : signingFor(state, context);
  if (!signing) {
    // A cashier may go home without it.
    return role.kind === 'unsigned' ? unsigned(esr) : refuse(keyMissing());
  }
  if (context.own !== null) return closePeriod(context.own, signing, state, context);
  if (role.kind === 'closing')
    return marked(closeShift(operatorOf(esr), counted, signing, state, context), esr.PosA.filter(isPosition));
  if (role.kind === 'duplicate') return duplicate(esr, signing, state, context);
  if (role.kind !== 'unsigned') return document(role.kind, esr, signing, state, context);
  if (event) signing.event(event, [esr.NF ?? esr.NFS, esr.Rsn].filter(Boolean).join(' '), operatorOf(esr));
  if (counted !== null) signing.event('170', counted, operatorOf(esr));
  return signed(signing, {}, { tags: provisionalTags(esr) });
}

/** Cash that was counted, for people. */
function countText({ start, counted }: CashCount): string {
  return `Fond ${amountText(start, 2)} compté ${amountText(counted, 2)}`;
}

/** Records that are events and no documents, by NF or NFS. The last two are what the POS alone knows. */
const EVENT_RECORDS: ReadonlyMap<string, EventCode> = new Map([
  ['login', '80'],
  ['logout', '40'],
  ['balance', '170'],
  ['override', '130'],
  ['accounting', '290'],
]);

/** A record that the law does not look at; one with articles must not pass for a receipt. */
function unsigned(esr: CompleteEsr): Fiscalised {
  return marked(NOTHING, esr.PosA);
}

/** What is no receipt must not pass for one where it has articles. */
function marked(fiscalised: Fiscalised, articles: CompleteEsr['PosA']): Fiscalised {
  const { fis = {} } = fiscalised;
  const more = provisionalTags({ PosA: articles });
  return more.length === 0
    ? fiscalised
    : { ...fiscalised, fis: { ...fis, Tag: [...(fis.Tag ?? []), ...more] } };
}

function provisionalTags({ PosA }: Pick<CompleteEsr, 'PosA'>): Tag[] {
  return PosA.length === 0 ? [] : [{ Label: '', Name: 'Provisional', Value: MARKS.provisional }];
}

function refuse(...issues: Issue[]): Fiscalised {
  return { ...NOTHING, issues };
}

function document(
  kind: DocumentKind,
  esr: CompleteEsr,
  signing: Signing,
  state: State,
  context: ReceiptContext,
): Fiscalised {
  const isSale = kind === 'ticket' || kind === 'invoice';
  const operation = isSale || kind === 'training' ? operationOf(esr) : info(esr.NFS);
  let FN = '';
  const split = amountsOf(esr);
  const facts = { split, total: minor(esr.T, 2), time: esr.D, operation };
  const link = signing.add(kind, (number, before) => {
    FN = numberText(signing.register, NUMBER_LETTERS[kind], state, number);
    return kind === 'invoice'
      ? invoiceText({ ...facts, number: FN, customer: customerOf(esr) }, before)
      : ticketText({ ...facts, number: FN }, before);
  });
  const isDegraded = esr.FR_Degraded === '1';
  const originals = isSale ? originalNames(context.originals) : [];
  const shown = { kind, esr, number: FN, originals, operation, signature: link.signature, isDegraded };
  const tags = documentTags(shown, context);
  if (!isSale) return { ...signed(signing, {}, { isDocument: true, tags }), FN };
  const degraded = degradedMode(esr, signing, state);
  const counted = count(esr, FN, signing, state);
  noteCorrection(esr, FN, originals, signing);
  const changes = { ...counted, ...degraded };
  return { ...signed(signing, changes, { isDocument: true, tags }), FN };
}

/** Adds a document to the totals, and signs them. */
function count(esr: CompleteEsr, FN: string, signing: Signing, state: State): Record<string, Json> {
  const { amounts, leftOut } = turnoverOf(esr);
  const total = sumOf(amounts);
  const totals = withAmount(totalsOf(state), total);
  const perpetual = BigInt(totals.real);
  signing.add('total-ticket', (number, before) =>
    totalText({ split: amounts, total, perpetual, time: signing.now, of: FN }, number, before),
  );
  if (leftOut !== 0) signing.event('910', `${FN} ${amountText(leftOut, 2)}`, operatorOf(esr));
  return {
    [KEYS.totals]: totals,
    [periodKey('day')]: asJson(withDocument(periodOf(state, 'day'), amounts)),
  };
}

/** A cancellation or return is an event that names the original. */
function noteCorrection(esr: CompleteEsr, FN: string, originals: readonly string[], signing: Signing): void {
  const isVoid = esr.Void === '1';
  if (!isVoid && minor(esr.T, 2) >= 0 && originals.length === 0) return;
  signing.event('190', [FN, isVoid ? 'annule' : 'retour', ...originals].join(' '), operatorOf(esr));
}

/** Numbers of the documents that one takes back, each once. */
function originalNames(originals: readonly Original[]): string[] {
  return [...new Set(originals.map(({ name, record }) => record?.ESR?.FN ?? name))];
}

/** Documents that were issued while the register could not be reached: their beginning and end are events. */
function degradedMode(esr: CompleteEsr, signing: Signing, state: State): Record<string, Json> {
  const since = textAt(state, KEYS.degraded);
  if (esr.FR_Degraded === '1') {
    if (since !== '') return {};
    signing.event('70', `Documents émis à partir du ${esr.D.replace('T', ' ')}`, operatorOf(esr));
    return { [KEYS.degraded]: esr.D };
  }
  if (since === '') return {};
  signing.event('120', `Mode dégradé depuis le ${since.replace('T', ' ')}`, operatorOf(esr));
  return { [KEYS.degraded]: '' };
}

/** A copy that the POS prints by itself. */
function duplicate(
  esr: CompleteEsr,
  signing: Signing,
  state: State,
  { originals }: ReceiptContext,
): Fiscalised {
  const original = originals.find(({ record }) => record?.ESR?.FN !== undefined)?.record;
  if (!original) {
    const text = 'this register has no such document; name it by RFN, or by RTL, RTT and RTN';
    return refuse(issue('#FR_DUPLICATE', 'ESR.RFN', text));
  }
  const copy = reprintCount(state, original.SQ) + 1;
  const made = signCopy(original, copy, operatorOf(esr), signing);
  const fiscalised = signed(
    signing,
    { [reprintKey(original.SQ)]: copy },
    { isDocument: true, tags: copyTags(made), more: { FR_Copy: String(copy) } },
  );
  return fiscalised;
}

/** Buyer of an invoice, as it is signed. */
export function customerOf({ Ctm }: CompleteEsr): { name: string; zip: string; taxId: string } {
  const { Nam = '', Zip = '', TaxId = '' } = Ctm ?? {};
  return { name: Nam, zip: Zip, taxId: TaxId };
}

/** Who did it. */
export function operatorOf({ Opr }: Pick<Esr, 'Opr'>): string {
  return Opr === undefined || Opr === '' ? SYSTEM : Opr;
}

function info(value: string | undefined): string {
  return value ?? '';
}

/** {@link CountryReceipts.stepped} of France: a sale that was begun and given up is an event. */
export function abandoned(
  esr: Esr,
  state: State,
  context: CountryContext,
): Pick<Fiscalised, 'fis' | 'changes'> | null {
  const signing = openPeriods(state) === null ? null : signingFor(state, context);
  if (!signing) return null;
  signing.event('320', [esr.TN, esr.T].filter(Boolean).join(' '), operatorOf(esr));
  return signed(signing, {});
}
