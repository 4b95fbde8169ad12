/** Reports about turnover and users as inputs of GKS 2.0. */
import { ExactNumber, type ExactJson } from '../../base/exact-json.ts';
import type { State } from '../../contract/state.ts';
import {
  changesIn,
  departmentsIn,
  invoicesIn,
  PAYMENT,
  turnoverOf,
  usersIn,
  type PaymentSum,
  type Turnover,
} from '../sums.ts';
import { amount, whole } from './articles.ts';

/** Whose report it is. */
export interface Reporter {
  posId: string;
  terminal: string;
  /** Time of the report, with offset: where nothing was signed yet. */
  time: string;
}

/** Which registers and FDMs worked in the period. */
export function devicesOf(state: State, { posId, terminal, time }: Reporter): Record<string, ExactJson> {
  const { first, last, fdms } = turnoverOf(state);
  return {
    posDevices: [
      { posId, terminalId: terminal, firstPosDateTime: first || time, lastPosDateTime: last || time },
    ],
    fdmDevices: Object.entries(fdms).map(([fdmId, span]) => ({
      fdmId,
      firstFdmDateTime: span.first,
      firstTotalCounter: new ExactNumber(span.firstCounter),
      lastFdmDateTime: span.last,
      lastTotalCounter: new ExactNumber(span.lastCounter),
    })),
  };
}

/** `turnover` of the open period. */
export function turnoverInput(state: State): ExactJson {
  const turnover: Turnover = turnoverOf(state);
  return {
    transactions: Object.entries(turnover.labels).map(([eventLabel, { count, amount: sum }]) => ({
      ...{ eventLabel, ticketCount: whole(count), amount: amount(sum) },
    })),
    departments: departmentsIn(state).map(([departmentId, { name, amount: sum }]) => ({
      ...{ departmentId, departmentName: name, amount: amount(sum) },
    })),
    vats: Object.entries(turnover.vats).map(([label, { rate, net, tax, gross }]) => ({
      ...{ label, rate: new ExactNumber(rate) },
      ...{ taxableAmount: amount(net), vatAmount: amount(tax), totalAmount: amount(gross) },
    })),
    payments: paymentsInput(turnover.payments),
    drawersOpenCount: whole(turnover.drawers),
    negQuantities: Object.entries(turnover.negatives).map(
      ([negQuantityReason, { count, tickets, ...sum }]) => ({
        ...{ negQuantityReason, negQuantityCount: whole(count), ticketCount: whole(tickets) },
        amount: amount(sum.amount),
      }),
    ),
    priceChanges: changesIn(state).map(([id, { name, labels }]) => ({
      ...{ id, name, type: 'PUBLIC' },
      amount: Object.entries(labels).map(([label, { negative, positive }]) => ({
        ...{ label, negative: amount(negative), positive: amount(positive) },
      })),
    })),
    invoices: invoicesIn(state).map(([invoiceNo, sum]) => ({ invoiceNo, amount: amount(sum) })),
  };
}

/** `users` since their last Z. */
export function usersInput(state: State): ExactJson {
  return usersIn(state).map(([operator, { total, first, last, socials, payments }]) => ({
    employeeId: { operator },
    totalAmount: amount(total),
    ...{ firstPosDateTime: first, lastPosDateTime: last },
    socialEvents: socials.map(({ time, inOut }) => ({ posDateTime: time, inOut })),
    payments: paymentsInput(payments),
  }));
}

function paymentsInput(payments: Readonly<Record<string, PaymentSum>>): ExactJson {
  return Object.entries(payments).map(([key, { name, kind, types }]) => ({
    ...{ id: key.slice(PAYMENT.length), name, type: kind },
    amount: Object.entries(types).map(([type, { normal, down, up, corrections }]) => ({
      ...{ type, normalAmount: amount(normal) },
      ...{ negativeCorrections: amount(down), positiveCorrections: amount(up) },
      ...{ correctionsCount: whole(corrections), totalAmount: amount(normal + down + up) },
    })),
  }));
}
