/** What a store manager does on the page of a Croatian register. Bodies are held against the page before (described-page/input.ts). */
import { minor } from '../../receipt/money.ts';
import type { Tree } from '../../receipt/tree.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { acting, DONE, note, PATIENCE_MS, refuse, textOf, type Action } from '../base/action.ts';
import { onlineActions } from '../base/online/actions.ts';
import { tagOf } from '../base/online/tags.ts';
import type { CountryContext } from '../contract/services.ts';
import type { Outcome, Work } from '../contract/work.ts';
import { told } from './action.ts';
import { certificateOf, CERTIFICATES } from './credentials.ts';
import { reportedReceipt } from './delivery.ts';
import { ENVIRONMENT } from './environment.ts';
import { echo } from './exchange.ts';
import { HOURS_ACTIONS } from './hours-actions.ts';
import { dataChange, paymentChange, tip } from './message.ts';
import { isOib } from './oib.ts';
import type { PaymentMeans } from './payment-means.ts';
import { NUMBERS } from './restored.ts';
import type { HrReceipt } from './receipt-data.ts';
import type { Header } from './message.ts';

const ACTIONS: Readonly<Record<string, Action>> = {
  ...onlineActions({
    country: 'HR',
    certificates: CERTIFICATES,
    numbers: NUMBERS,
    echo: (_certificate, context, signal) =>
      echo(
        { certificate: certificateOf(context, context.cfg)!, test: ENVIRONMENT.isTest(context), signal },
        context,
      ),
  }),
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
export const act = acting(ACTIONS);

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
  const asking = {
    operation,
    test: ENVIRONMENT.isTestReceipt(record.Fis),
    signal: AbortSignal.timeout(PATIENCE_MS),
  };
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
