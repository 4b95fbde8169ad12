/** Numbers and signs an Austrian receipt (RKSV §§ 8 to 11, 17; Anlage Z 4 to 14). */
import { configuredTerminal } from '../../receipt/cfg.ts';
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { isPosition, isTraining, type CompleteEsr } from '../../receipt/tra.ts';
import type { Fiscalised, ReceiptContext } from '../contract/fiscalise.ts';
import type { SignerAnswer, SignerIdentity } from '../contract/signer.ts';
import type { State } from '../contract/state.ts';
import { issue } from './codes.ts';
import { aesKeyOf, type AesKey } from './aes-key.ts';
import { codeTime } from './code-time.ts';
import {
  annualKey,
  certificatesKey,
  certificatesOf,
  configuredId,
  kasseOf,
  postponedYear,
  START,
  unitCertificates,
  withKasse,
  withPostponedYear,
  type CheckedReceipt,
  type Kasse,
} from './kasse.ts';
import { withUnsigned } from './not-in-operation.ts';
import { isTestCode, isTestUnit } from './practice.ts';
import { fiscalData, NO_RECEIPT_TEXT, NOT_IN_OPERATION_TEXT, wordTags } from './printed-data.ts';
import { isLikeReceipt, isOwnKind, isSigned, mustBeSigned, TITLES, type OwnKind } from './receipt-kind.ts';
import { receiptNumber } from './receipt-number.ts';
import { nextChainValue, startChainValue } from './rksv/chain.ts';
import { compactJws, signingInput } from './rksv/jws.ts';
import {
  buildPayload,
  NO_TURNOVER,
  SET_NAMES,
  TRAINING_MARK,
  VOID_MARK,
  type MachineCode,
  type ReceiptKind,
} from './rksv/machine-code.ts';
import { qrText } from './rksv/printed.ts';
import { taxSetsOf } from './rksv/tax-sets.ts';
import { counterFits, DEFAULT_COUNTER_BYTES, encryptCounter } from './rksv/turnover-counter.ts';
import { showCertificates } from './shown-certificates.ts';
import { ratesOf } from './tax-rates.ts';
import { outageBegun, outageEnded } from './unit-outages.ts';

/** A receipt whose code lacks only who signs it. */
interface Draft {
  kind: ReceiptKind;
  /** Time on the receipt. */
  D: string;
  own: OwnKind | null;
  kasse: Kasse | null;
  key: AesKey;
  code: Omit<MachineCode, 'provider' | 'certificate'>;
  /** Turnover counter behind it, cents. */
  counter: bigint;
  changes: Record<string, Json>;
  warnings: string[];
}

/** {@link Country.fiscalise} of Austria. */
export function fiscalise(
  esr: CompleteEsr,
  state: State,
  context: ReceiptContext,
): Fiscalised | Promise<Fiscalised> {
  if (context.own === null && !isSigned(esr)) return nonfiscal(esr);
  if (context.own === null && kasseOf(state) === null) return notStarted(esr, state, context);
  const draft = draftOf(esr, state, context);
  if ('issue' in draft) return { changes: {}, warnings: [], issues: [draft.issue] };
  return sign(draft, state, context);
}

/** A record that the law does not look at; one with articles must not pass for a receipt. */
function nonfiscal(esr: CompleteEsr): Fiscalised {
  const none = { changes: {}, warnings: [], issues: [] };
  if (!isLikeReceipt(esr) || !esr.PosA.some(isPosition)) return none;
  const Tag = [{ Label: '', Name: 'NoReceipt', Value: NO_RECEIPT_TEXT }];
  const text = 'ESR.NF: articles of a nonfiscal record are no sale, and are not in the DEP';
  return { ...none, fis: { Tag }, warnings: [text] };
}

/** A sale of a register that no unit has signed a start receipt for yet: kept, but outside of counter and chain. */
function notStarted(esr: CompleteEsr, state: State, { signer, now }: ReceiptContext): Fiscalised {
  const text = 'the register has no start receipt yet; the receipt is kept without a signature';
  const notice = issue(signer.status().length === 0 ? '#SIGNDEV_MISS' : '#SIGNDEV_BROKEN', '', text);
  const Tag = [
    ...wordTags(kindOf(esr), true),
    { Label: '', Name: 'NotInOperation', Value: NOT_IN_OPERATION_TEXT },
  ];
  const changes = isTraining(esr) ? {} : withUnsigned(state, now);
  return { fis: { Tag }, changes, warnings: [], notice, issues: [] };
}

function draftOf(esr: CompleteEsr, state: State, context: ReceiptContext): Draft | { issue: Issue } {
  const { cfg, now } = context;
  const kasse = kasseOf(state);
  const own = isOwnKind(context.own) ? context.own : null;
  if (kasse?.closed) {
    const text = `the closing receipt of ${kasse.id} was issued at ${kasse.closed}; go on with another TL or TT`;
    return { issue: issue('#AT_CLOSED', 'ESR', text) };
  }
  const id = configuredId(cfg);
  if (id === null || (kasse && kasse.id !== id)) {
    return { issue: issue('#AT_TERMINAL', 'Cfg.Loc.TL', 'the configuration has another Kassen-ID') };
  }
  if (!kasse && own !== 'start') {
    return { issue: issue('#AT_START', '', 'the register has no start receipt') };
  }
  const key = aesKeyOf(context.vault, cfg, id);
  if (!key || (kasse && key.check !== kasse.keyCheck)) {
    const text = `the AES key of ${id} is not on this machine, or it is another one; enter it on the control page`;
    return { issue: issue('#AT_KEY', '', text) };
  }
  const numbered = receiptNumber(esr, state);
  if ('issue' in numbered) return numbered;

  const kind = kindOf(esr);
  const { sets, warnings } =
    own === null
      ? taxSetsOf(esr.TaxA, esr.D.slice(0, 10), ratesOf(context))
      : { sets: NO_TURNOVER, warnings: [] };
  const before = BigInt(kasse?.counter ?? '0');
  const turnover = kind === 'training' ? 0n : SET_NAMES.reduce((sum, name) => sum + BigInt(sets[name]), 0n);
  const counter = before + turnover;
  if (!counterFits(counter, DEFAULT_COUNTER_BYTES)) {
    return { issue: issue('#AMOUNT_PRECISION', 'ESR.T', 'the turnover counter cannot hold this amount') };
  }
  const { number } = numbered;
  const time = codeTime(esr.D, now, kasse?.time ?? '');
  if (time < now && now.slice(0, 10) !== time.slice(0, 10) && time !== esr.D) {
    warnings.push(`the system clock shows ${now}, before the last receipt of ${time}; that time is kept`);
  }
  const encrypted = () =>
    encryptCounter(counter, DEFAULT_COUNTER_BYTES, { key: key.bytes, registerId: id, receiptNumber: number });
  return {
    kind,
    D: esr.D,
    own,
    kasse,
    key,
    counter,
    warnings,
    changes: numbered.changes,
    code: {
      registerId: id,
      receiptNumber: number,
      time,
      sets,
      counter: kind === 'training' ? TRAINING_MARK : kind === 'void' ? VOID_MARK : encrypted(),
      previous: kasse?.chain ?? startChainValue(id),
    },
  };
}

function kindOf(esr: CompleteEsr): ReceiptKind {
  if (isTraining(esr)) return 'training';
  return esr.Void === '1' ? 'void' : 'standard';
}

async function sign(draft: Draft, state: State, context: ReceiptContext): Promise<Fiscalised> {
  const { kasse, own, code, warnings } = draft;
  const payloads = new Map<string, string>();
  const payloadFor = ({ zda, serial }: Pick<SignerIdentity, 'zda' | 'serial'>) => {
    const unit = `${zda} ${serial}`;
    const payload = payloads.get(unit) ?? buildPayload({ ...code, provider: zda, certificate: serial });
    payloads.set(unit, payload);
    return payload;
  };
  const answer = await context.signer.sign((identity) => signingInput(payloadFor(identity)));
  const isDone = 'signature' in answer;
  if (!isDone && (mustBeSigned(own) || !kasse)) {
    const text = `the ${TITLES[own ?? 'start']} must be signed, and no signature unit does: ${reasons(answer)}`;
    return { changes: {}, warnings: [], issues: [issue('#AT_START', '', text)] };
  }
  const unit = answer.identity ?? kasse!;
  const signed = { payload: payloadFor(unit), signature: isDone ? answer.signature : null };
  const Code = qrText(signed);
  const isTest = answer.identity ? isTestUnit(answer.identity) : isTestCode(Code);
  const isZero = draft.kind === 'standard' && SET_NAMES.every((name) => code.sets[name] === 0);
  const outage = isDone ? (isZero ? null : (kasse?.outage ?? null)) : (kasse?.outage ?? code.time);
  const next: Kasse = {
    id: code.registerId,
    keyCheck: draft.key.check,
    counter: String(draft.counter),
    chain: nextChainValue(compactJws(signed)),
    time: code.time,
    zda: unit.zda,
    serial: unit.serial,
    started: kasse?.started ?? code.time,
    outage,
    closed: own === 'close' ? code.time : null,
  };
  const isNew = answer.identity !== null && !certificatesOf(state, unit.zda, unit.serial);
  const certificates = isNew ? unitCertificates(answer.identity!) : null;
  if (certificates) await showCertificates(unit.serial, certificates, context);
  return {
    fis: fiscalData(
      { signed, Code, code, D: draft.D, kind: draft.kind, isOutage: !isDone, isTest, certificates },
      context,
    ),
    changes: {
      ...draft.changes,
      ...withKasse(next),
      ...(isDone ? outageEnded : outageBegun)(state, unit.serial, code.time),
      ...(certificates && { [certificatesKey(unit.zda, unit.serial)]: certificates }),
      ...special(draft, Code, state),
    },
    warnings,
    ...(!isDone && { notice: outageNotice(answer) }),
    issues: [],
  };
}

/** State changes of the receipts that the tax office is told of. */
function special({ own, kasse, code }: Draft, Code: string, state: State): Record<string, Json> {
  const receipt: CheckedReceipt = { number: code.receiptNumber, time: code.time, code: Code, checked: null };
  const lastYear = kasse?.time.slice(0, 4) ?? '';
  if (own === 'start') return { [START]: receipt };
  if (own === 'year') {
    const year = postponedYear(state) ?? lastYear;
    return { [annualKey(year)]: receipt, ...withPostponedYear(null) };
  }
  // The year could not be closed as it should be: that is made up for.
  return own === 'month' && lastYear < code.time.slice(0, 4) ? withPostponedYear(lastYear) : {};
}

function outageNotice(answer: Exclude<SignerAnswer, { signature: Uint8Array }>): Issue {
  return answer.problems.length === 0
    ? issue(
        '#SIGNDEV_MISS',
        '',
        'there is no signature unit; the receipt is marked as issued during an outage',
      )
    : issue('#SIGNDEV_BROKEN', '', `marked as issued during an outage: ${reasons(answer)}`);
}

function reasons(answer: SignerAnswer): string {
  if (!('problems' in answer)) return '';
  if (answer.problems.length === 0) return 'there is none';
  return answer.problems.map(({ unit, failure }) => `${unit}: ${failure.text}`).join('; ');
}

/** Kassen-ID of the configuration is that of this terminal: a register has one counter and one chain. */
export function checkTerminal(
  esr: CompleteEsr,
  context: ReceiptContext | { cfg: ReceiptContext['cfg'] },
): Issue[] {
  const own = configuredTerminal(context.cfg);
  if (esr.TL === own.TL && esr.TT === own.TT) return [];
  const text = `this register is ${own.TL}/${own.TT}; send ESR.TaxId, so that ${esr.TL}/${esr.TT} becomes a register of its own, or name its register by RN`;
  return [issue('#AT_TERMINAL', 'ESR.TT', text)];
}
