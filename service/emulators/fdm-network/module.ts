/** An FDM of GKS 2.0 at work: what it takes, counts and signs; strict where the law is. */
import { createHash, createHmac } from 'node:crypto';
import type { Clock } from '../../clock.ts';
import {
  cents,
  checkBase,
  checkFinancials,
  checkPlace,
  checkReport,
  checkText,
  checkTransaction,
  checkUsers,
  group,
  list,
  raw,
  RawNumber,
  Refusal,
  type Input,
  type Vat,
} from './rules.ts';

/** What a mutation is called in results, and the label that it is counted under. */
const EVENTS: Readonly<Record<string, readonly [operation: string, label: string]>> = {
  signOrder: ['ORDER', 'P'],
  signCostCenterChange: ['COST_CENTER_CHANGE', 'P'],
  signPreBill: ['PRE_BILL', 'P'],
  signSale: ['SALE', 'N'],
  signPaymentCorrection: ['PAYMENT_CORRECTION', 'F'],
  signMoneyInOut: ['MONEY_IN_OUT', 'F'],
  signDrawerOpen: ['DRAWER_OPEN', 'F'],
  signInvoice: ['INVOICE', 'I'],
  signWorkIn: ['WORK_IN', 'S'],
  signWorkOut: ['WORK_OUT', 'S'],
  signReportTurnoverX: ['REPORT_TURNOVER_X', 'R'],
  signReportTurnoverZ: ['REPORT_TURNOVER_Z', 'R'],
  signReportUserX: ['REPORT_USER_X', 'R'],
  signReportUserZ: ['REPORT_USER_Z', 'R'],
  signCopy: ['COPY', 'C'],
};
const PRINTED = ['signSale', 'signPreBill', 'signInvoice'];
const TRAINING = 'T';
const MOST_TICKET = 999_999_999;

/** A message in an answer. */
export interface Message {
  message: string;
  extensions: { category: string; code: string; showPos: string; data: { name: string; value: string }[] };
}

/** An event that was signed. */
export interface SignedEvent {
  mutation: string;
  /** Input as it came, JSON text. */
  input: string;
  /** Result, for another answer. */
  result: Record<string, unknown>;
  /** Total of its articles or payments, whole cents. */
  amount: number;
}

/** What a person does to an FDM; all may change while it runs. */
export interface Conditions {
  /** Refuses everything, with this text. */
  refuses: string | null;
  /** Is added to the next results, and shown to operators. */
  message: string | null;
}

/** An FDM. */
export class EmulatedNetworkFdm {
  readonly conditions: Conditions = { refuses: null, message: null };
  readonly events: SignedEvent[] = [];
  id: string;
  private readonly clock: Clock;
  private readonly last = new Map<string, number>();
  private readonly byTicket = new Map<string, SignedEvent>();
  private readonly counters = new Map<string, number>();
  private readonly reports = new Map<string, number>();

  constructor(id: string, clock: Clock) {
    this.id = id;
    this.clock = clock;
  }

  /** Another one stands in its place. */
  forget(): void {
    this.events.length = 0;
    for (const memory of [this.last, this.byTicket, this.counters, this.reports]) memory.clear();
  }

  /**
   * Has an event signed; what it signed before under the same number is answered again.
   * @throws Refusal
   */
  sign(mutation: string, inputText: string, isTraining: boolean): Record<string, unknown> {
    const event = EVENTS[mutation];
    if (!event) throw new Refusal('UNKNOWN_MUTATION', 'mutation', mutation);
    if (this.conditions.refuses !== null) throw new Refusal('NOT_OPERATIONAL', this.conditions.refuses, '');
    const input = parse(inputText);
    checkBase(input);
    const ticket = Number(raw(input, 'posFiscalTicketNo'));
    const place = `${String(input.posId)} ${String(input.terminalId)}`;
    const known = this.byTicket.get(`${place} ${ticket}`);
    if (known?.input === inputText && known.mutation === mutation) return known.result;
    const expected = this.last.get(place);
    if (known) throw new Refusal('TICKET_NUMBER_USED', 'posFiscalTicketNo', ticket);
    if (expected !== undefined && ticket !== (expected % MOST_TICKET) + 1)
      throw new Refusal('TICKET_NUMBER_GAP', 'posFiscalTicketNo', ticket);
    const { vat, amount } = this.check(mutation, input);
    const result = this.result(mutation, input, isTraining ? TRAINING : event[1], vat);
    const signed: SignedEvent = { mutation, input: inputText, result, amount };
    this.events.push(signed);
    this.byTicket.set(`${place} ${ticket}`, signed);
    this.last.set(place, ticket);
    return result;
  }

  private check(mutation: string, input: Input): { vat: Vat[]; amount: number } {
    const nothing = { vat: [], amount: 0 };
    if (input.costCenter !== undefined) checkPlace(group(input, 'costCenter'));
    if (input.fdmRef !== undefined) this.checkReference(group(input, 'fdmRef'));
    switch (mutation) {
      case 'signSale': {
        const { vat, total } = checkTransaction(group(input, 'transaction'));
        if (checkFinancials(input) !== total) throw new Refusal('INVALID_INPUT', 'financials', total);
        return { vat, amount: total };
      }
      case 'signOrder':
      case 'signPreBill': {
        const { vat, total } = checkTransaction(group(input, 'transaction'));
        if (input.financials !== undefined) checkFinancials(input);
        return { vat: mutation === 'signPreBill' ? vat : [], amount: total };
      }
      case 'signCostCenterChange': {
        const transfer = group(input, 'transfer');
        const sums = ['from', 'to'].map((side) =>
          list(transfer, side).reduce((sum, one) => {
            checkPlace(group(one, 'costCenter'));
            return sum + checkTransaction(group(one, 'transaction')).total;
          }, 0),
        );
        if (sums[0] !== sums[1]) throw new Refusal('INVALID_INPUT', 'transfer', sums);
        return { vat: [], amount: sums[0]! };
      }
      case 'signPaymentCorrection':
      case 'signMoneyInOut':
        return { vat: [], amount: checkFinancials(input) };
      case 'signDrawerOpen':
        checkText(group(input, 'drawer'), 'id');
        checkText(group(input, 'drawer'), 'name');
        return nothing;
      case 'signInvoice':
        checkText(input, 'invoiceNo');
        checkText(input, 'customerVatNo');
        if (list(input, 'fdmRefs').length === 0) throw new Refusal('INVALID_INPUT', 'fdmRefs', []);
        for (const one of list(input, 'fdmRefs')) this.checkReference(one);
        return nothing;
      case 'signCopy':
        this.checkReference(group(input, 'fdmRef'));
        return nothing;
      case 'signReportTurnoverX':
      case 'signReportTurnoverZ':
        this.checkNumber(mutation, input);
        for (const name of [
          'transactions',
          'departments',
          'vats',
          'payments',
          'negQuantities',
          'priceChanges',
        ])
          list(group(input, 'turnover'), name);
        for (const one of list(group(input, 'turnover'), 'vats'))
          if (cents(one, 'taxableAmount') + cents(one, 'vatAmount') !== cents(one, 'totalAmount'))
            throw new Refusal('INVALID_INPUT', 'vats', one);
        return nothing;
      case 'signReportUserX':
      case 'signReportUserZ':
        this.checkNumber(mutation, input);
        checkUsers(input);
        return nothing;
      default:
        return nothing;
    }
  }

  /** A Z has the next number of its register. */
  private checkNumber(mutation: string, input: Input): void {
    const isZ = mutation.endsWith('Z');
    checkReport(input, isZ);
    if (!isZ) return;
    const place = `${mutation} ${String(input.posId)} ${String(input.terminalId)}`;
    const number = Number(raw(input, 'reportNo'));
    const last = this.reports.get(place) ?? number - 1;
    if (number !== last + 1) throw new Refusal('REPORT_NUMBER', 'reportNo', number);
    this.reports.set(place, number);
  }

  /** A reference is an exact copy of one that was given. */
  private checkReference(reference: Input): void {
    const told = JSON.stringify(reference);
    const isKnown = this.events.some(({ result }) => JSON.stringify(result.fdmRef) === told);
    if (!isKnown && reference.fdmId === this.id) throw new Refusal('UNKNOWN_REFERENCE', 'fdmRef', told);
  }

  private result(
    mutation: string,
    input: Input,
    label: string,
    vat: readonly Vat[],
  ): Record<string, unknown> {
    const count = (name: string) => {
      const next = (this.counters.get(name) ?? 0) + 1;
      this.counters.set(name, next);
      return next;
    };
    const [eventCounter, totalCounter] = [count(label), count('all')];
    const fdmDateTime = new Date(this.clock.now()).toISOString();
    const fdmRef = { fdmId: this.id, fdmDateTime, eventLabel: label, eventCounter, totalCounter };
    const signed = JSON.stringify([fdmRef, input]);
    const digitalSignature = createHmac('sha256', this.id).update(signed).digest('base64');
    const shortSignature = createHash('sha1')
      .update(digitalSignature)
      .digest('hex')
      .slice(0, 16)
      .toUpperCase();
    const warnings: Message[] = [];
    if (this.conditions.message !== null) {
      const extensions = { category: 'SPF_FOD', code: 'MESSAGE', showPos: 'MANDATORY', data: [] };
      warnings.push({ message: this.conditions.message, extensions });
      this.conditions.message = null;
    }
    const url = `https://verify.example/${this.id}/${totalCounter}/${shortSignature}`;
    return {
      posId: input.posId,
      posFiscalTicketNo: Number(raw(input, 'posFiscalTicketNo')),
      posDateTime: input.posDateTime,
      terminalId: input.terminalId,
      deviceId: input.deviceId,
      eventOperation: EVENTS[mutation]![0],
      fdmRef,
      fdmSwVersion: '2.0.0',
      digitalSignature,
      ...(PRINTED.includes(mutation) && {
        shortSignature,
        verificationUrl: url,
        vatCalc: vat.map((line) => ({
          label: line.label,
          rate: line.rate,
          taxableAmount: line.taxable / 100,
          vatAmount: line.vat / 100,
          totalAmount: line.total / 100,
          outOfScope: line.label === 'X',
        })),
      }),
      bufferCapacityUsed: 1,
      warnings,
      informations: [],
      footer: ['FDM emulator: no fiscal value'],
    };
  }
}

function parse(text: string): Input {
  const exact = (_name: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? new RawNumber(context?.source ?? String(value)) : value;
  return JSON.parse(text, exact) as Input;
}
