/**
 * A record as input of a mutation of GKS 2.0. Numbers of people are not in it: their places
 * are (`{"operator":"…"}`), until it goes over the line.
 */
import { exactJson, ExactNumber, type ExactJson } from '../../base/exact-json.ts';
import { minor } from '../../../receipt/money.ts';
import type { CompleteEsr, JournalRecord } from '../../../receipt/tra.ts';
import type { FdmReference, Mutation } from '../../contract/fdm.ts';
import type { ReceiptContext } from '../../contract/fiscalise.ts';
import type { State } from '../../contract/state.ts';
import { referenceOf, signedOf } from '../kept.ts';
import { hasLines, isZ } from '../kind.ts';
import { vatNumber } from '../numbers.ts';
import { languageOf, type Identity } from '../settings.ts';
import { costCenter, financials, text, transactionOf, whole } from './articles.ts';
import { devicesOf, turnoverInput, usersInput } from './reports.ts';

/** What an input is made of, besides the record. */
export interface Making {
  mutation: Mutation;
  identity: Identity;
  /** Id of the operator on the protected list. */
  operator: string;
  /** posFiscalTicketNo. */
  ticket: number;
  /** With offset. */
  time: string;
  period: { id: string; day: string };
  /** Number of a Z report. */
  report: number;
}

/** JSON text of the input. */
export function inputOf(esr: CompleteEsr, making: Making, state: State, context: ReceiptContext): string {
  return exactJson({ ...base(esr, making, context), ...own(esr, making, state, context) });
}

function base(
  { DO }: CompleteEsr,
  { identity, operator, ticket, time, period }: Making,
  { cfg }: ReceiptContext,
): Record<string, ExactJson> {
  const { vatNo, estNo, posId, version, terminal, device } = identity;
  return {
    language: languageOf(cfg).toUpperCase(),
    ...{ vatNo, estNo, posId, posFiscalTicketNo: whole(ticket), posDateTime: time, posSwVersion: version },
    ...{ terminalId: terminal, deviceId: device },
    ...{ bookingPeriodId: period.id, bookingDate: period.day },
    ticketMedium: typeof DO === 'string' && DO.toLowerCase() === 'electronic' ? 'ELECTRONIC' : 'PAPER',
    employeeId: { operator },
  };
}

function own(
  esr: CompleteEsr,
  { mutation, identity, time, period, report }: Making,
  state: State,
  { originals }: ReceiptContext,
): Record<string, ExactJson | undefined> {
  const center = costCenter(esr.TP, esr.BE_TPRef);
  const transaction = hasLines(mutation) ? transactionOf(esr) : undefined;
  const main = originals.find(({ path }) => path === 'ESR')?.record ?? null;
  const reporter = { posId: identity.posId, terminal: identity.terminal, time };
  const z = isZ(mutation) ? { reportNo: whole(report), reportBookingDate: period.day } : {};
  switch (mutation) {
    case 'signSale':
      return {
        fdmRef: isWhole(esr, main) ? referenceInput(referenceOf(main)) : undefined,
        ...{ costCenter: center, transaction, financials: financials(esr) },
      };
    case 'signOrder':
      return { costCenter: center, transaction };
    case 'signPreBill':
      return {
        costCenter: center,
        transaction,
        financials: esr.PayA.length > 0 ? financials(esr) : undefined,
      };
    case 'signCostCenterChange':
      return {
        transfer: {
          from: [{ costCenter: costCenter(esr.BE_FromTP, esr.BE_FromTPRef), transaction }],
          to: [{ costCenter: center, transaction }],
        },
      };
    case 'signPaymentCorrection':
      return { financials: financials(esr), fdmRef: referenceInput(referenceOf(main)) };
    case 'signMoneyInOut':
      return { financials: financials(esr) };
    case 'signDrawerOpen':
      return { drawer: { id: text(esr.DN, '1'), name: text(esr.TP, 'Drawer 1') } };
    case 'signInvoice':
      return {
        invoiceNo: text(esr.DN, ''),
        customerVatNo: customerVat(esr),
        costCenter: center,
        fdmRefs: originals.flatMap(({ record }) => referenceInput(referenceOf(record)) ?? []),
      };
    case 'signCopy':
      return { fdmRef: referenceInput(referenceOf(main)) };
    case 'signReportTurnoverX':
    case 'signReportTurnoverZ':
      return { ...devicesOf(state, reporter), turnover: turnoverInput(state), ...z };
    case 'signReportUserX':
    case 'signReportUserZ':
      return { ...devicesOf(state, reporter), users: usersInput(state), ...z };
    case 'signWorkIn':
    case 'signWorkOut':
      return {};
  }
}

/** The VAT number of a customer as FDMs have it: Belgian ones with their ten digits. */
export function customerVat({ Ctm }: CompleteEsr): string {
  const told = (Ctm?.TaxId ?? '').replace(/[\s.-]/g, '').toUpperCase();
  return vatNumber(told) ?? told;
}

/** A sale is taken back as a whole. */
function isWhole(esr: CompleteEsr, main: JournalRecord | null): main is JournalRecord {
  const before = main?.ESR;
  return (
    main !== null &&
    before !== undefined &&
    signedOf(main) !== null &&
    minor(before.T, 2) === -minor(esr.T, 2) &&
    esr.Void === '1'
  );
}

/** An exact copy of what the FDM gave. */
function referenceInput(reference: FdmReference | null): ExactJson | undefined {
  if (!reference) return undefined;
  const { fdmId, fdmDateTime, eventLabel, eventCounter, totalCounter } = reference;
  return {
    ...{ fdmId, fdmDateTime, eventLabel },
    ...{ eventCounter: new ExactNumber(eventCounter), totalCounter: new ExactNumber(totalCounter) },
  };
}
