/** What a Slovak receipt gets before eKasa is told of it: its number in the month, PKP and OKP, and four days. */
import { localTime } from '../../clock.ts';
import type { Json } from '../../receipt/json.ts';
import type { CompleteEsr } from '../../receipt/tra.ts';
import { isSilent } from '../base/online/environment.ts';
import type { Fiscalised, ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';
import { CERTIFICATES, ENVIRONMENT, NUMBERS, numberKeyOf, registerCode } from './credentials.ts';
import { givenReceipt, icoOf, type Given } from './device.ts';
import { fiscalData } from './fiscal-data.ts';
import { typeOf } from './kind.ts';
import { pkpOf } from './pkp.ts';
import { invoiceOf, isTold, receiptData, type SkReceipt } from './receipt-data.ts';
import { rulesFor } from './rules.ts';

/** A receipt without UID is told within 96 hours of the first try. */
const DEADLINE_MS = 96 * 3_600_000;

const NOTHING = { changes: {}, warnings: [], issues: [] };

/** {@link Country.fiscalise} of Slovakia. */
export function fiscalise(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  if (context.device !== undefined) return registered(esr, context.device as unknown as Given, context);
  const { cfg, now, originals } = context;
  const rules = rulesFor(now.slice(0, 10), context.attributes());
  if (!isTold(typeOf(esr), rules)) return NOTHING;
  if (typeOf(esr) === 'UF' && invoiceOf(esr, originals) === '') {
    const text = 'must have the number of the invoice: the receipt that it was paid by is not here';
    return { ...NOTHING, issues: [issue('#SK_INVOICE', 'ESR.DN', text)] };
  }
  const certificate = CERTIFICATES.of(context, cfg);
  if (!certificate) {
    const text = 'import the authentication data of the register on the page Slovakia';
    return { ...NOTHING, issues: [issue('#SK_CERTIFICATE', '', text)] };
  }
  if (NUMBERS.unknown(state)) {
    const text =
      'the register was restored: enter the number of the last printed receipt on the page Slovakia';
    return { ...NOTHING, issues: [issue('#SK_NUMBERS', '', text)] };
  }
  const key = numberKeyOf(now);
  const number = Number(state.get(key) ?? 0) + 1;
  const told = receiptData(esr, {
    ...{ cfg, ico: icoOf(context), number, now, rules, originals, code: registerCode(certificate) },
  });
  const receipt: SkReceipt = { ...told, pkp: pkpOf(told.data, certificate.key) };
  return {
    ...NOTHING,
    changes: { [key]: number },
    fis: fiscalData(receipt, null, ENVIRONMENT.isTest(context)),
    kept: receipt as unknown as Json,
    ...(!isSilent(context) && { deliverBy: localTime(context.clock.now() + DEADLINE_MS) }),
  };
}

/** A certified program has registered it: its number and codes. */
function registered(esr: CompleteEsr, given: Given, context: ReceiptContext): Fiscalised {
  const receipt = givenReceipt(esr, given, context);
  const { uid, warning } = given.registered;
  const isTest = ENVIRONMENT.isTest(context) || (uid?.endsWith('-TEST') ?? false);
  return {
    ...NOTHING,
    fis: fiscalData(receipt, uid === null ? null : { uid, warning: null }, isTest),
    kept: receipt as unknown as Json,
    ...(uid === null && { deliverBy: localTime(context.clock.now() + DEADLINE_MS) }),
    warnings: warning === null ? [] : [`the certified program: ${warning}`],
  };
}
