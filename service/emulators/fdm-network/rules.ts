/** What an FDM of GKS 2.0 checks of an input, and the tax table that it works out. Money is whole cents. */

/** A value of an input; numbers as they are written. */
export type Input = Readonly<Record<string, unknown>>;

/** A reason to refuse. */
export class Refusal extends Error {
  readonly code: string;
  readonly field: string;
  readonly value: string;
  constructor(code: string, field: string, value: unknown) {
    super(`${field} is not valid`);
    this.code = code;
    this.field = field;
    this.value = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  }
}

const RATES: Readonly<Record<string, number>> = { A: 21, B: 12, C: 6, D: 0, X: 0 };
const UNITS = ['PIECE', 'KILOGRAM', 'METER', 'LITRE', 'HOUR'];
const REASONS = ['REFUND', 'CORRECTION', 'WASTE', 'DAMAGE'];
const PAYMENTS = (
  'UNKNOWN CASH CARD_UNKNOWN CARD_DEBIT CARD_CREDIT CARD_OTHER CHEQUE_MEAL CHEQUE_OTHER APP ONLINE ' +
  'CUSTOMER_CREDIT ROOM_CREDIT LOYALTY_REWARDS VOUCHER_STORE VOUCHER_SUPPLIER VOUCHER_OTHER OTHER'
).split(' ');
const PLACES = 'TABLE CHAIR ROOM CUSTOMER ON_HOLD KIOSK PLATFORM WEBSHOP OTHER'.split(' ');

function need(isRight: boolean, field: string, value: unknown, code = 'INVALID_INPUT'): void {
  if (!isRight) throw new Refusal(code, field, value);
}

/** An element of an input. */
export function group(input: Input, field: string): Input {
  const value = input[field];
  need(typeof value === 'object' && value !== null && !Array.isArray(value), field, value);
  return value as Input;
}

/** A list of elements. */
export function list(input: Input, field: string): readonly Input[] {
  const value = input[field];
  need(Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null), field, value);
  return value as Input[];
}

function text(input: Input, field: string, most = 600): string {
  const value = input[field];
  need(typeof value === 'string' && value.length >= 1 && value.length <= most, field, value);
  need((value as string).trim() === value, field, value);
  return value as string;
}

/** A whole amount of cents. Numbers come as {@link RawNumber}. */
export function cents(input: Input, field: string): number {
  const [, sign, whole, fraction = ''] = /^(-?)(\d{1,12})(?:\.(\d{1,2}))?$/.exec(raw(input, field)) ?? [];
  need(whole !== undefined, field, input[field]);
  return Number(`${sign}${whole}${fraction.padEnd(2, '0')}`);
}

/** A number of an input by its digits. */
export class RawNumber {
  readonly text: string;
  constructor(digits: string) {
    this.text = digits;
  }
  toJSON(): unknown {
    return Number(this.text);
  }
}

/** The digits of a number. */
export function raw(input: Input, field: string): string {
  const value = input[field];
  need(value instanceof RawNumber, field, value);
  return (value as RawNumber).text;
}

function check97(digits: string, first: number): boolean {
  return 97 - (Number(digits.slice(0, first)) % 97) === Number(digits.slice(first));
}

/** Whether a national number has right check digits. */
export function isEmployee(number: string): boolean {
  if (!/^\d{11}$/.test(number)) return false;
  return (
    check97(number, 9) || 97 - ((2_000_000_000 + Number(number.slice(0, 9))) % 97) === Number(number.slice(9))
  );
}

/** Fields that all inputs have. */
export function checkBase(input: Input): void {
  need(['NL', 'FR', 'DE'].includes(String(input.language)), 'language', input.language);
  const vat = text(input, 'vatNo');
  need(/^BE[01]\d{9}$/.test(vat) && check97(vat.slice(2), 8), 'vatNo', vat);
  const unit = text(input, 'estNo');
  need(/^[2-8]\d{9}$/.test(unit) && check97(unit, 8), 'estNo', unit);
  need(/^C[A-Z]{3}\d{3}[A-Z\d]{7}$/.test(text(input, 'posId')), 'posId', input.posId);
  const ticket = raw(input, 'posFiscalTicketNo');
  need(/^[1-9]\d{0,8}$/.test(ticket), 'posFiscalTicketNo', ticket);
  checkTime(input, 'posDateTime');
  text(input, 'posSwVersion', 36);
  text(input, 'terminalId');
  text(input, 'deviceId');
  const guid = text(input, 'bookingPeriodId');
  need(/^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/.test(guid), 'bookingPeriodId', guid);
  need(/^\d{4}-\d\d-\d\d$/.test(text(input, 'bookingDate')), 'bookingDate', input.bookingDate);
  need(['PAPER', 'ELECTRONIC'].includes(String(input.ticketMedium)), 'ticketMedium', input.ticketMedium);
  need(isEmployee(text(input, 'employeeId')), 'employeeId', input.employeeId, 'INVALID_EMPLOYEE');
}

function checkTime(input: Input, field: string): void {
  const time = text(input, field);
  const isRight = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{3})?[+-]\d\d:\d\d$/.test(time);
  need(isRight && !Number.isNaN(Date.parse(time)), field, time);
}

/** A line of the tax table. Whole cents. */
export interface Vat {
  label: string;
  rate: number;
  taxable: number;
  vat: number;
  total: number;
}

/** Checks the articles of an event; the tax in them. */
export function checkTransaction(transaction: Input): { vat: Vat[]; total: number } {
  const sums = new Map<string, number>();
  let total = 0;
  for (const line of list(transaction, 'transactionLines')) total += checkLine(line, sums);
  need(cents(transaction, 'transactionTotal') === total, 'transactionTotal', transaction.transactionTotal);
  const vat = [...sums].sort().map(([label, sum]): Vat => {
    const rate = RATES[label]!;
    const tax = Math.sign(sum) * Math.floor((2 * Math.abs(sum) * rate + 100 + rate) / (2 * (100 + rate)));
    return { label, rate, taxable: sum - tax, vat: tax, total: sum };
  });
  return { vat, total };
}

function checkLine(line: Input, sums: Map<string, number>): number {
  need(line.lineType === 'SINGLE_PRODUCT', 'lineType', line.lineType);
  const product = group(line, 'mainProduct');
  for (const field of ['productId', 'productName', 'departmentId', 'departmentName']) text(product, field);
  if (product.gtin !== undefined) need(/^\d{1,20}$/.test(text(product, 'gtin', 20)), 'gtin', product.gtin);
  need(UNITS.includes(String(product.quantityType)), 'quantityType', product.quantityType);
  const quantity = raw(product, 'quantity');
  need(/^-?\d+(?:\.\d+)?$/.test(quantity) && Number(quantity) !== 0, 'quantity', quantity);
  const isNegative = quantity.startsWith('-');
  need(
    isNegative === REASONS.includes(String(product.negQuantityReason)),
    'negQuantityReason',
    product.negQuantityReason,
  );
  let [after, changed] = [0, 0];
  for (const vat of list(product, 'vats')) {
    const label = text(vat, 'label', 1);
    need(Object.hasOwn(RATES, label), 'label', label);
    const price = cents(vat, 'price');
    sums.set(label, (sums.get(label) ?? 0) + price);
    after += price;
    const changes = list(vat, 'priceChanges');
    need(changes.length <= 99, 'priceChanges', changes.length);
    for (const change of changes) {
      for (const field of ['groupingId', 'id', 'name']) text(change, field);
      need(['LINE', 'EVENT'].includes(String(change.scope)), 'scope', change.scope);
      need(change.type === 'PUBLIC', 'type', change.type);
      changed += cents(change, 'amount');
    }
  }
  need(cents(line, 'lineTotal') === after, 'lineTotal', line.lineTotal);
  const before = Math.round(Number((Number(quantity) * Number(raw(product, 'unitPrice')) * 100).toFixed(6)));
  need(Math.abs(before + changed - after) <= 1, 'unitPrice', raw(product, 'unitPrice'));
  return after;
}

/** Checks payments; what they come to. */
export function checkFinancials(input: Input): number {
  let sum = 0;
  for (const one of list(input, 'financials')) {
    text(one, 'id');
    text(one, 'name');
    need(PAYMENTS.includes(String(one.type)), 'type', one.type);
    need(['MANUAL', 'AUTOMATIC'].includes(String(one.inputMethod)), 'inputMethod', one.inputMethod);
    need(['PAYMENT', 'TIP', 'ROUNDING'].includes(String(one.amountType)), 'amountType', one.amountType);
    const amount = cents(one, 'amount');
    if (one.amountType === 'ROUNDING') need(Math.abs(amount) <= 2, 'amount', amount);
    if (one.amountType !== 'TIP') sum += amount;
  }
  return sum;
}

/** Checks a place. */
export function checkPlace(place: Input): void {
  text(place, 'id');
  text(place, 'reference');
  need(PLACES.includes(String(place.type)), 'costCenter', place.type);
}

/** Checks who reports about what. */
export function checkReport(input: Input, isZ: boolean): void {
  for (const pos of list(input, 'posDevices')) {
    text(pos, 'posId');
    text(pos, 'terminalId');
    checkTime(pos, 'firstPosDateTime');
    checkTime(pos, 'lastPosDateTime');
  }
  for (const fdm of list(input, 'fdmDevices')) {
    text(fdm, 'fdmId');
    for (const field of ['firstFdmDateTime', 'lastFdmDateTime'])
      need(text(fdm, field).endsWith('Z'), field, fdm[field]);
    need(Number(raw(fdm, 'firstTotalCounter')) <= Number(raw(fdm, 'lastTotalCounter')), 'totalCounter', fdm);
  }
  if (!isZ) return;
  need(/^[1-9]\d*$/.test(raw(input, 'reportNo')), 'reportNo', input.reportNo);
  text(input, 'reportBookingDate');
}

/** Checks users of a report. */
export function checkUsers(input: Input): void {
  for (const user of list(input, 'users')) {
    need(isEmployee(text(user, 'employeeId')), 'employeeId', user.employeeId, 'INVALID_EMPLOYEE');
    cents(user, 'totalAmount');
    checkTime(user, 'firstPosDateTime');
    for (const social of list(user, 'socialEvents')) {
      checkTime(social, 'posDateTime');
      need(['IN', 'OUT'].includes(String(social.inOut)), 'inOut', social.inOut);
    }
  }
}

/** Checks the drawer, the number of an invoice and the like. */
export function checkText(input: Input, field: string): void {
  text(input, field);
}
