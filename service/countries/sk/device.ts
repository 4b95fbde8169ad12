/** A certified program with its storage (PPEKK with CHDÚ, `SK_Ppekk`) registers receipts: each is sent under an id of its own, and looked for by that. */
import { randomUUID } from 'node:crypto';
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { isPayment, type CompleteEsr, type JournalRecord } from '../../receipt/tra.ts';
import { decisions } from '../base/fiscal-printer/decision.ts';
import { isSilent } from '../base/online/environment.ts';
import type { Delivered } from '../contract/delivery.ts';
import type { CountryDevice } from '../contract/device.ts';
import type { ReceiptContext } from '../contract/fiscalise.ts';
import type { Ppekk, PpekkDocument, PpekkFailure, PpekkItem, PpekkRegistered } from '../contract/ppekk.ts';
import type { CountryContext } from '../contract/services.ts';
import { issue } from './codes.ts';
import { ENVIRONMENT } from './credentials.ts';
import { fiscalData } from './fiscal-data.ts';
import { identityOf } from './identity.ts';
import { textOf, typeOf } from './kind.ts';
import { isTold, receiptData, type SkReceipt } from './receipt-data.ts';
import { rulesFor } from './rules.ts';
import { dicOf } from './tax-number.ts';

/** What it is asked, and when, ms since 1970. */
export interface Intent {
  at: number;
  document: PpekkDocument;
}

/** What it gave. */
export interface Given {
  id: string;
  registered: PpekkRegistered;
}

/** Longest time for a message unless `Fiscal_Timeout` says otherwise: printing takes its time. */
const TIMEOUT_MS = 15_000;
/** So long a request without answer may still be worked on: that nothing is found proves nothing yet. */
const SETTLED_MS = 30_000;
/** Share of the time limit that a question gets: a till waits for both. */
const QUESTION = 0.3;

/** Address of the program; undefined where receipts go to eKasa directly. */
export function ppekkAddress({ attributes }: Pick<CountryContext, 'attributes'>): string | undefined {
  return attributes().text('SK_Ppekk')?.trim() || undefined;
}

/** What a manager says of a receipt that nobody else tells the outcome of: that it was not registered. */
export const { decisionOf, openIntent, decide } = decisions<Intent>('SK');

/** {@link CountryDevice.device} of Slovakia. */
export const device: NonNullable<CountryDevice['device']> = {
  intent: (esr, _state, context) => intentOf(esr, context) as unknown as Json,
  async perform(asked, context) {
    const { document } = asked as unknown as Intent;
    const ready = await opened(context);
    if ('issue' in ready) return { outcome: 'not-done', issues: [ready.issue] };
    const told = await ready.ppekk.register(document);
    if (told.outcome === 'done') return done(document, told.result);
    const why = troubleIssue(told.failure);
    if (told.failure.trouble === 'refused') context.memory.set(answeredKey(document), true);
    return told.outcome === 'unknown'
      ? { outcome: 'unknown', issue: why }
      : { outcome: 'not-done', issues: [why] };
  },
  async last(asked, context, state) {
    const intent = asked as unknown as Intent;
    if (decisionOf(intent, state)) return { outcome: 'not-done', issues: [] };
    const { document, at } = intent;
    const ppekk = open(context, QUESTION);
    if (!ppekk) return { outcome: 'unknown', issue: issue('#SK_PPEKK', '', 'SK_Ppekk has no address') };
    const found = await ppekk.find(document);
    if (found.outcome !== 'done') return { outcome: 'unknown', issue: stillOpen(found.failure) };
    if (found.result) return done(document, found.result);
    const isSettled = context.memory.delete(answeredKey(document)) || context.clock.now() - at >= SETTLED_MS;
    const text = 'the request without answer may still be worked on';
    return isSettled
      ? { outcome: 'not-done', issues: [] }
      : { outcome: 'unknown', issue: stillOpen({ trouble: 'no-answer', text }) };
  },
};

/** The program has said no to a document: it does not work on it any more. */
const answeredKey = ({ id }: PpekkDocument) => `SK/answered ${id}`;

/** What was registered, as it is told and kept. */
export function givenReceipt(esr: CompleteEsr, given: Given, context: ReceiptContext): SkReceipt {
  const { created, code, number, pkp } = given.registered;
  const told = receiptData(esr, { ...about(created, context), code, number });
  return { ...told, pkp, ppekk: given.id };
}

/** Asks the program for the UID of a receipt that it had to print without. */
export async function askUid(
  record: JournalRecord,
  receipt: SkReceipt,
  context: CountryContext,
): Promise<Delivered> {
  const ppekk = open(context, 1);
  if (!ppekk) return { outcome: 'unanswered', text: 'SK_Ppekk has no address' };
  const { ReceiptType, Amount } = receipt.data;
  const type = ReceiptType as PpekkDocument['type'];
  const found = await ppekk.find({ id: receipt.ppekk!, type, amount: Amount });
  if (found.outcome !== 'done') return { outcome: 'unanswered', text: found.failure.text };
  const uid = found.result?.uid ?? null;
  if (uid === null || found.result!.pkp !== receipt.pkp)
    return { outcome: 'unanswered', text: 'the storage has no UID for the receipt yet' };
  const isTest = ENVIRONMENT.isTestReceipt(record.Fis);
  return { outcome: 'accepted', fis: fiscalData(receipt, { uid, warning: null }, isTest) };
}

function intentOf(esr: CompleteEsr, context: ReceiptContext): Intent | null {
  const type = typeOf(esr);
  const rules = rulesFor(context.now.slice(0, 10), context.attributes());
  if (ppekkAddress(context) === undefined || !isTold(type, rules)) return null;
  const { data, items } = receiptData(esr, { ...about(context.now, context), code: '', number: 0 });
  const document: PpekkDocument = {
    ...{ id: randomUUID(), type, amount: data.Amount },
    ...(data.InvoiceNumber !== undefined && { invoice: data.InvoiceNumber }),
    ...(data.ParagonNumber !== undefined && {
      paragon: { number: Number(data.ParagonNumber), at: data.IssueDate! },
    }),
    items: items.map((item): PpekkItem => {
      const { ReferenceReceiptId: reference, SpecialRegulation: regulation, VoucherNumber: voucher } = item;
      return {
        ...{ type: item.ItemType as PpekkItem['type'], name: item.Name!, quantity: item.Quantity! },
        ...{ price: item.Price!, rate: item.VatRate! },
        ...(reference !== undefined && { reference }),
        ...(regulation !== undefined && { regulation }),
        ...(item.SellerId !== undefined && { seller: { id: item.SellerId, type: item.SellerIdType! } }),
        ...(voucher !== undefined && { voucher }),
      };
    }),
    payments: esr.PayA.filter(isPayment).map(({ Dsc, PayG, Amt }) => [
      textOf(Dsc) || textOf(PayG) || 'Platba',
      Amt ?? '0.00',
    ]),
    print: textOf(esr.DO).toLowerCase() !== 'noprint',
  };
  return { at: context.clock.now(), document };
}

function about(now: string, context: ReceiptContext) {
  const { cfg, originals } = context;
  const rules = rulesFor(now.slice(0, 10), context.attributes());
  return { cfg, ico: icoOf(context), now, rules, originals };
}

/** IČO of the company: attribute, else identification data; empty for none. */
export function icoOf(context: CountryContext): string {
  return context.attributes().text('SK_Ico')?.trim() || (identityOf(context, context.cfg)?.ico ?? '');
}

/** The program, once it was seen that its storage is that of this register. */
async function opened(context: CountryContext): Promise<{ ppekk: Ppekk } | { issue: Issue }> {
  const ppekk = open(context, 1);
  if (!ppekk) return { issue: issue('#SK_PPEKK', '', 'SK_Ppekk has no address') };
  // It registers for good, whatever a test of this program is.
  if (isSilent(context))
    return { issue: issue('#SK_PPEKK', '', 'Reg_test is set: nothing is registered for good') };
  const { cfg, memory } = context;
  const dic = dicOf(cfg.Cmp.TaxId);
  const code = identityOf(context, cfg)?.code;
  const known = `SK/storage ${ppekkAddress(context)!} ${dic} ${code ?? ''}`;
  if (memory.has(known)) return { ppekk };
  const told = await open(context, QUESTION)!.owner();
  if (told.outcome !== 'done') return { issue: troubleIssue(told.failure) };
  const owner = told.result;
  if (owner.dic !== dic || (code !== undefined && owner.code !== code)) {
    const text = `the storage is that of DIČ ${owner.dic}, register ${owner.code}`;
    return { issue: issue('#SK_PPEKK', '', text) };
  }
  memory.set(known, true);
  return { ppekk };
}

/** @param share of the time limit */
function open(context: CountryContext, share: number): Ppekk | null {
  const address = ppekkAddress(context);
  if (address === undefined || !context.openPpekk) return null;
  const timeoutMs = Math.max(1, context.attributes().number('Fiscal_Timeout', TIMEOUT_MS) * share);
  return context.openPpekk(address, timeoutMs);
}

function done({ id }: PpekkDocument, registered: PpekkRegistered) {
  const given: Given = { id, registered };
  return { outcome: 'done' as const, result: given as unknown as Json };
}

/** Why nothing was registered, or nobody knows. */
function troubleIssue({ trouble, text }: PpekkFailure): Issue {
  return trouble === 'refused'
    ? { ...issue('#SK_PPEKK', '', `the certified program: ${text}`), values: { text } }
    : { ...issue('#OFFLINE', '', `the certified program: ${text}`), message: 'SK_OFFLINE' };
}

/** NO, since the same receipt comes first as soon as the storage says what became of it. */
function stillOpen(failure: PpekkFailure): Issue {
  return troubleIssue({ ...failure, trouble: 'no-answer' });
}
