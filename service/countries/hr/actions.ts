/** What a store manager does on the page of a Croatian register. Bodies are held against the page before (described-page/input.ts). */
import { minor } from '../../receipt/money.ts';
import { numberKey } from '../../receipt/number-key.ts';
import { configuredTerminal } from '../../receipt/cfg.ts';
import type { Tree } from '../../receipt/tree.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { pageIssue } from '../contract/described-page/issue.ts';
import { words } from '../contract/described-page/words.ts';
import type { CountryContext } from '../contract/services.ts';
import type { State } from '../contract/state.ts';
import type { Outcome, StateChange, Work } from '../contract/work.ts';
import { certificateOf, forgetCertificate, keepCertificate, readCertificate } from './credentials.ts';
import { isTestReceipt, reportedReceipt, tagOf } from './delivery.ts';
import { echo, isTest } from './exchange.ts';
import { HOURS_ACTIONS } from './hours-actions.ts';
import { dataChange, paymentChange, tip } from './message.ts';
import { isOib } from './oib.ts';
import type { PaymentMeans } from './payment-means.ts';
import { PATIENCE_MS, refuse, textOf, told, type Action } from './action.ts';
import { NUMBERS_KNOWN, numbersUnknown } from './restored.ts';
import type { HrReceipt } from './receipt-data.ts';
import type { Header } from './message.ts';

const DONE: Outcome = { result: null };

const ACTIONS: Readonly<Record<string, Action>> = {
  async *certificate(input, _state, context) {
    const file = Buffer.from(textOf(input, 'file'), 'base64');
    const read = await readCertificate(file, textOf(input, 'password'), context.cfg, context.clock.now());
    if ('problem' in read) {
      const path = read.problem === 'wrong-password' ? 'password' : 'file';
      const said = words(`error.file.${read.problem}`, 'values' in read ? read.values : undefined);
      return { issues: [pageIssue(path, read.text, said)] };
    }
    await keepCertificate(context.vault, context.cfg, read);
    yield note('certificate-entered', {
      Serial: read.certificate.serialNumber,
      Till: read.certificate.validTo,
    });
    return DONE;
  },
  async *'forget-certificate'(_input, _state, { vault, cfg }) {
    await forgetCertificate(vault, cfg);
    yield note('certificate-removed', {});
    return DONE;
  },
  async *send(_input, _state, { deliverNow, deliveries }) {
    await deliverNow?.();
    const failure = deliveries?.().failure ?? null;
    return failure ? refuse('', 'error.noAnswer', { text: failure.text }) : DONE;
  },
  async *echo(_input, _state, context) {
    const certificate = certificateOf(context, context.cfg);
    if (!certificate) return refuse('', 'error.noCertificate');
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const wrong = await echo({ certificate, test: isTest(context), signal }, context);
    return wrong === null ? DONE : refuse('', 'error.noAnswer', { text: wrong });
  },
  async *'last-number'(input, state, { cfg, now }) {
    const { TL, TT } = configuredTerminal(cfg);
    const number = Number(textOf(input, 'number'));
    const key = numberKey({ TL, TT, D: now });
    const highest = Number(state.get(key) ?? 0);
    if (number < highest) return refuse('number', 'error.numberLow', { number: highest });
    yield {
      event: 'numbers-confirmed',
      details: { Last: String(number) },
      // Somebody else may have said so meanwhile, and receipts may have been sold.
      changes: (current) => (numbersUnknown(current) ? { ...NUMBERS_KNOWN, [key]: number } : null),
    };
    return DONE;
  },
  'payment-change': (input, _state, context) =>
    corrected(input, context, 'promijeniNacPlac', (header, receipt) =>
      paymentChange(header, receipt, paymentOf(input)),
    ),
  tip: (input, _state, context) =>
    corrected(input, context, 'napojnica', (header, receipt) =>
      tip(header, receipt, minor(textOf(input, 'amount'), 2), paymentOf(input)),
    ),
  'data-change': (input, _state, context) =>
    corrected(input, context, 'promijeniPodatkeRacuna', (header, receipt) =>
      dataChange(header, receipt, paymentOf(input), textOf(input, 'buyer') || null),
    ),
  ...HOURS_ACTIONS,
};

/** {@link Country.act} of Croatia. */
export function act(
  action: string,
  input: Tree,
  state: State,
  context: CountryContext,
): AsyncGenerator<Work, Outcome, void> {
  return ACTIONS[action]!(input, state, context);
}

/** Tells CIS something about a receipt that has its JIR. */
async function* corrected(
  input: Tree,
  context: CountryContext,
  operation: 'promijeniNacPlac' | 'napojnica' | 'promijeniPodatkeRacuna',
  message: (header: Header, receipt: HrReceipt) => string,
): AsyncGenerator<Work, Outcome, void> {
  const TN = textOf(input, 'number');
  const buyer = textOf(input, 'buyer');
  if (buyer !== '' && !isOib(buyer)) return refuse('buyer', 'error.oib');
  const record = (await context.receipt?.(TN)) ?? null;
  if (!record?.ESR || tagOf(record.Fis, 'JIR') === undefined) return refuse('number', 'error.unknownReceipt');
  const receipt = reportedReceipt(record, context.cfg);
  const asking = { operation, test: isTestReceipt(record.Fis), signal: AbortSignal.timeout(PATIENCE_MS) };
  const wrong = await told(asking, context, (header) => message(header, receipt));
  if (wrong) return wrong;
  const { D } = record.ESR as CompleteEsr;
  const details = { Receipt: `${TN}/${receipt.premises}/${receipt.device}`, D };
  yield note(operation, { ...details, ...said(input) });
  return DONE;
}

/** What was told, for the journal. */
function said(input: Tree): Record<string, string> {
  const names = { payment: 'Payment', amount: 'Tip', buyer: 'Buyer' };
  return Object.fromEntries(
    Object.entries(names).flatMap(([name, label]) =>
      textOf(input, name) === '' ? [] : [[label, textOf(input, name)]],
    ),
  );
}

function paymentOf(input: Tree): PaymentMeans {
  return textOf(input, 'payment') as PaymentMeans;
}

function note(event: string, details: Record<string, string>): StateChange {
  return { event, details, changes: () => ({}) };
}
