/** What a record gets from its signature (Fis.Tag, Fis.Code), what it keeps of it, and what the register counts. */
import { createHash } from 'node:crypto';
import type { Issue } from '../../receipt/issue.ts';
import type { Json } from '../../receipt/json.ts';
import { minor } from '../../receipt/money.ts';
import { isTraining, type CompleteEsr, type Tag } from '../../receipt/tra.ts';
import { trainingTag } from '../base/online/tags.ts';
import type { FdmMessage } from '../contract/fdm.ts';
import type { Fiscalised, ReceiptContext } from '../contract/fiscalise.ts';
import type { State } from '../contract/state.ts';
import { clockedIn, isClockedIn, needsClock } from './clock.ts';
import { issue } from './codes.ts';
import { copySigned } from './copies.ts';
import { GIVEN_UP, type Given } from './device.ts';
import type { Kept1, Kept2 } from './kept.ts';
import { labelledVat } from './gks1/vat.ts';
import { isZ } from './kind.ts';
import { PERIOD, reportKey } from './period.ts';
import { reportTags } from './report-tags.ts';
import { SEQUENCE, TOTAL } from './sequence.ts';
import { languageOf } from './settings.ts';
import { counted, fdmOf, newTurnover, newUsers, type Signed } from './sums.ts';
import { referenceTags, tags1, tags2 } from './tags.ts';
import { LAST_TICKET } from './ticket-number.ts';
import { WORDS } from './words.ts';

const NOTHING: Fiscalised = { changes: {}, warnings: [], issues: [] };

/** State key of how full the memory of the FDM is, and of its last message; null for none. */
export const CONDITION = 'BE/Condition';

/** {@link Country.fiscalise} of Belgium. */
export function fiscalise(esr: CompleteEsr, state: State, context: ReceiptContext): Fiscalised {
  const given = context.device as unknown as Given | undefined;
  if (!given) return NOTHING;
  return given.generation === 2 ? network(esr, given, state, context) : serial(esr, given, state, context);
}

function network(
  esr: CompleteEsr,
  { asked, data, result }: Extract<Given, { generation: 2 }>,
  state: State,
  context: ReceiptContext,
): Fiscalised {
  const { mutation, ticket, pos, terminal, operator, period } = asked;
  const { reference, messages } = result;
  const kept: Kept2 = {
    ...{ Gen: 2, Event: mutation, Ticket: ticket, Pos: pos, Terminal: terminal, Operator: operator },
    ...{ Lang: languageOf(context.cfg), Ref: { ...reference }, Signature: result.signature },
    Vat: result.vat.map((line) => ({ ...line })),
    ...{ Period: period.id, Day: period.day },
    Input: createHash('sha256').update(data).digest('hex'),
  };
  const signed: Signed = {
    ...{ mutation, operator, posTime: asked.time, fdm: fdmOf(reference), vat: result.vat },
    invoiced: invoiced(context),
  };
  const condition = { used: result.bufferUsed, softwareVersion: result.softwareVersion };
  return {
    fis: {
      ...(result.verificationUrl !== null && { Code: result.verificationUrl }),
      Tag: [
        ...trainingTags(esr, context),
        ...reportTags(asked, state, context),
        ...referenceTags(context),
        ...tags2(kept, result, asked, context.cfg),
      ],
    },
    kept: kept as Json,
    changes: {
      ...changesOf(esr, asked, signed, state, context.own),
      [CONDITION]: condition,
    },
    warnings: messages.map(({ code, text, show }) => `the FDM (${show}): ${code} ${text}`),
    issues: [],
    ...noticeOf(messages, mutation, operator, state),
  };
}

function serial(
  esr: CompleteEsr,
  { asked, hash, sequence, result }: Extract<Given, { generation: 1 }>,
  state: State,
  context: ReceiptContext,
): Fiscalised {
  const { mutation, ticket, pos, terminal, operator } = asked;
  const { fdm, card, time, label, counter, total, signature, warning } = result;
  const kept: Kept1 = {
    ...{ Gen: 1, Event: mutation, Ticket: ticket, Pos: pos, Terminal: terminal, Operator: operator },
    ...{ Lang: languageOf(context.cfg), Fdm: fdm, Card: card, Label: label, Counter: counter, Total: total },
    ...{ Hash: hash.hash, Signature: signature },
  };
  const at = { id: fdm, time, label, total: String(total) };
  const signed: Signed = {
    ...{ mutation, operator, posTime: asked.time, fdm: at, vat: labelledVat(esr) },
    invoiced: invoiced(context),
  };
  return {
    fis: {
      Tag: [
        ...trainingTags(esr, context),
        ...reportTags(asked, state, context),
        ...referenceTags(context),
        ...tags1(kept, time, asked.version, context.cfg),
      ],
    },
    kept: kept as Json,
    changes: {
      ...changesOf(esr, asked, signed, state, context.own),
      [SEQUENCE]: sequence,
      [TOTAL]: { fdm, total },
    },
    warnings: warning === '' ? [] : [`the FDM: ${warning}`],
    issues: [],
    ...noticeOf([], mutation, operator, state),
  };
}

/** What the sales come to that a record names. */
function invoiced({ originals }: ReceiptContext): number {
  return originals.reduce((sum, { record }) => sum + minor(record?.ESR?.T ?? '0', 2), 0);
}

/** That a signed training transaction is one; the law's own words for it stand at the head of our paper. */
function trainingTags(esr: CompleteEsr, { cfg }: Pick<ReceiptContext, 'cfg'>): Tag[] {
  return isTraining(esr) ? [trainingTag(WORDS[languageOf(cfg)].training)] : [];
}

function changesOf(
  esr: CompleteEsr,
  { mutation, ticket, period, report, operator }: Given['asked'],
  signed: Signed,
  state: State,
  own: string | null,
): Record<string, Json> {
  const sums = counted(esr, signed, state);
  const isUsers = mutation === 'signReportUserZ';
  const begun = !isZ(mutation) ? {} : isUsers ? newUsers(state) : newTurnover(state);
  return {
    ...sums,
    // The report itself belongs to the period that it ends.
    ...begun,
    ...(isUsers && { [`BE/U/${operator}`]: null }),
    ...clockedIn(mutation, operator),
    ...copySigned(own, state),
    ...(isZ(mutation) && { [reportKey(isUsers)]: report }),
    [PERIOD]: mutation === 'signReportTurnoverZ' ? null : { ...period },
    [LAST_TICKET]: ticket,
    ...((state.get(GIVEN_UP) ?? null) !== null && { [GIVEN_UP]: null }),
  };
}

/** What the operator has to know: first what the FDM wants to be seen. */
function noticeOf(
  messages: readonly FdmMessage[],
  mutation: Given['asked']['mutation'],
  operator: string,
  state: State,
): { notice?: Issue } {
  const seen = messages.filter(({ show }) => show === 'MANDATORY').map(({ text }) => text);
  if (seen.length > 0) {
    const text = seen.join(' ');
    return { notice: { ...issue('#BE_MESSAGE', '', text), values: { text } } };
  }
  if (!needsClock(mutation, operator) || isClockedIn(operator, state)) return {};
  return { notice: issue('#BE_NOT_CLOCKED_IN', 'ESR.Opr', 'has not begun work here (NFS=LOGIN)') };
}
