/** NoviApi from the printer's side: tokens, commands that are stored, confirmed and asked for, strict JSON. */
import { randomUUID } from 'node:crypto';
import { need, Refused, type Reason } from '../pl-printer/sale.ts';
import { MOST_DAYS, type PolishPrinter } from '../pl-printer/device.ts';
import { ThermalService } from '../thermal/service.ts';

/** A tree of JSON. */
type Tree = Record<string, unknown>;

/** An answer. */
export interface Told {
  status: number;
  body: unknown;
}

const TOKEN_MS = 20 * 60_000;
const HOUR_MS = 60 * 60_000;
const MOST_TOKENS = 10;

/** Numbers and words of errors; the maker's are not known. */
const ERRORS: Readonly<Record<Reason, readonly [number, string]>> = {
  ...{ rate: [18, 'Tax rate not active'], name: [16, 'Name'], price: [19, 'Price'] },
  ...{ quantity: [17, 'Quantity'], 'line-value': [20, 'Value'], 'line-zero': [20, 'Value'] },
  ...{ discount: [21, 'Discount'], storno: [22, 'Storno'], goods: [23, 'Goods database: higher rate'] },
  ...{ state: [24, 'State'], payment: [26, 'Payment'], 'not-covered': [27, 'Payments do not cover'] },
  ...{ 'end-zero': [28, 'Total is zero'], 'end-total': [29, 'Total'], 'end-paid': [30, 'Pay in'] },
  ...{ 'end-change': [31, 'Change'], 'no-transaction': [32, 'No transaction'] },
  ...{ 'in-transaction': [33, 'In transaction'], 'nothing-open': [34, 'Nothing open'] },
  ...{
    closing: [35, 'Daily report required'],
    'nothing-sold': [36, 'Zero totals'],
    clock: [37, 'Clock error'],
  },
  ...{ memory: [38, 'Memory full'], date: [39, 'Date'], syntax: [40, 'Syntax'] },
};

const KINDS = ['receipt', 'invoice', 'nf_printout', 'daily_report', 'status', 'direct_io'];
const SEND_MODES = [
  'print_no_send',
  'no_print_send_later',
  'print_send_later',
  'always_print_and_send_later',
];
/** Begins and ends a frame of the protocol before this one. */
const [BEGIN, END] = ['\x1bP', '\x1b\\'];
const ROOTS: Readonly<Record<string, string>> = { nf_printout: 'printout' };
const PAYMENTS: Readonly<Record<string, string>> = {
  ...{ cash: 'GOTÓWKA', card: 'KARTA', cheque: 'CZEK', coupon: 'BON', other: 'INNA', credit: 'KREDYT' },
  ...{ account: 'KONTO', transfer: 'PRZELEW', mobile: 'MOBILNA', voucher: 'VOUCHER' },
};

interface Command {
  kind: string;
  content: Tree;
  status: 'STORED' | 'QUEUED' | 'DONE' | 'ERROR';
  jpkid?: number;
  error?: readonly [number, string];
  response?: unknown;
}

/** The body is not what it must be. */
class Invalid extends Error {}

/** The printer behind its web server. */
export class NoviApiService {
  private readonly printer: PolishPrinter;
  private readonly commands = new Map<string, Command>();
  /** Confirmed ones, oldest first. */
  private queued: Command[] = [];
  /** Tokens and when they end, ms since 1970. */
  private readonly tokens = new Map<string, number>();
  private given: number[] = [];
  private readonly classic: ThermalService;
  /** Identifiers of customers that receipts were sent for. */
  readonly sent: string[] = [];

  constructor(printer: PolishPrinter) {
    this.printer = printer;
    this.classic = new ThermalService(printer);
  }

  /** @param path behind `/api/v1` */
  answer(method: string, path: string, authorization: string | undefined, body: string): Told {
    if (path === '' && method === 'GET') return { status: 200, body: {} };
    if (path === '/token') return this.token(method, authorization);
    const token = bearer(authorization);
    if (token === null || (this.tokens.get(token) ?? 0) <= this.printer.now())
      return refused(401, 'Token incorrect');
    if (path === '/queue') return this.queue();
    const [, kind = '', id] = /^\/(\w+)(?:\/([\w-]+))?(?:\?timeout=\d{1,6})?$/.exec(path) ?? [];
    if (!KINDS.includes(kind)) return refused(404, 'Unknown resource');
    if (id === undefined) return method === 'POST' ? this.store(kind, body) : refused(405, 'Method');
    const command = this.commands.get(id);
    if (command?.kind !== kind) return refused(404, 'Unknown id');
    if (method === 'PUT') return this.confirm(id, command);
    if (method === 'GET') return this.tell(id, command);
    if (method !== 'DELETE') return refused(405, 'Method');
    if (command.status !== 'STORED') return refused(409, 'Wrong state');
    this.commands.delete(id);
    return { status: 200, body: { request: { status: 'DELETED', id } } };
  }

  private token(method: string, authorization: string | undefined): Told {
    const now = this.printer.now();
    if (method === 'PATCH') {
      const old = bearer(authorization);
      if (old === null || !this.tokens.has(old)) return refused(401, 'Token not found');
      this.tokens.delete(old);
    } else {
      this.given = this.given.filter((at) => at > now - HOUR_MS);
      if (this.given.length >= MOST_TOKENS) {
        const allowed_refresh_date = new Date(this.given[0]! + HOUR_MS).toISOString();
        return {
          status: 429,
          body: { exception: { code: 429, description: 'Tokens', allowed_refresh_date } },
        };
      }
      this.given.push(now);
    }
    const token = randomUUID();
    this.tokens.set(token, now + TOKEN_MS);
    return { status: 200, body: { token, expiration_date: new Date(now + TOKEN_MS).toISOString() } };
  }

  private queue(): Told {
    this.work();
    return { status: 200, body: { ...this.device(), requests_in_queue: this.queued.length } };
  }

  private store(kind: string, body: string): Told {
    try {
      const tree = JSON.parse(body) as unknown;
      const content = part(tree, ROOTS[kind] ?? kind);
      only(tree, [ROOTS[kind] ?? kind]);
      if (kind === 'receipt' || kind === 'invoice') checkReceipt(content, kind === 'invoice');
      const id = randomUUID().replaceAll('-', '');
      this.commands.set(id, { kind, content, status: 'STORED' });
      return { status: 201, body: { request: { status: 'STORED', id } } };
    } catch (error) {
      if (!(error instanceof Invalid) && !(error instanceof SyntaxError)) throw error;
      return {
        status: 400,
        body: { exception: { code: 400, description: 'JSON validation', errors: [error.message] } },
      };
    }
  }

  private confirm(id: string, command: Command): Told {
    if (command.status !== 'STORED') return refused(409, 'Wrong state');
    command.status = 'QUEUED';
    this.queued.push(command);
    this.work();
    return { status: 200, body: { request: { status: 'CONFIRMED', id } } };
  }

  private tell(id: string, command: Command): Told {
    this.work();
    const { status, jpkid, error, response } = command;
    const request = {
      ...{ status, id },
      ...(jpkid !== undefined && { jpkid }),
      ...(error && { error: { code: error[0], description: error[1] } }),
      ...(response !== undefined && { response }),
    };
    return { status: 200, body: { ...this.device(), request } };
  }

  private device(): Tree {
    const { hasPaper, coverOpen } = this.printer.conditions;
    if (hasPaper && !coverOpen) return { device: { status: 'OK' } };
    const [code, description] = coverOpen ? [4, 'Cover open'] : [3, 'No paper'];
    return { device: { status: 'ERROR', error: { code, description } } };
  }

  /** Does what is in the queue, as far as there is paper. */
  private work(): void {
    const waiting: Command[] = [];
    for (const command of this.queued) {
      if (waiting.length > 0 || (command.kind !== 'status' && this.printer.isWaiting)) {
        waiting.push(command);
        continue;
      }
      try {
        this.carryOut(command);
        command.status = 'DONE';
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        if (this.printer.sale) this.printer.sale = null;
        command.status = 'ERROR';
        command.error = ERRORS[error.reason];
      }
      if (command.kind === 'daily_report' && command.status === 'DONE') this.forget(command);
    }
    this.queued = waiting;
  }

  /** Ids of the day that was closed are unknown from now on. */
  private forget(closing: Command): void {
    for (const [id, command] of this.commands)
      if (command !== closing && command.status !== 'QUEUED') this.commands.delete(id);
  }

  private carryOut(command: Command): void {
    const { printer } = this;
    const { kind, content } = command;
    if (kind === 'status') {
      command.response = { status: { [String(content.type)]: this.status(content.type) } };
      return;
    }
    if (kind === 'daily_report') {
      const [, day, month, year] = /^(\d\d)-(\d\d)-(\d{4})$/.exec(String(content.date)) ?? [];
      need(year !== undefined, 'date');
      printer.closeDay(`${year}-${month!}-${day!}`);
    } else if (kind === 'nf_printout') {
      const lines = (content.lines as Tree[]).map(({ textline }) => String((textline as Tree).text));
      printer.text(['NIEFISKALNY', ...lines, 'NIEFISKALNY']);
    } else if (kind === 'direct_io') {
      this.direct(part(content, 'nov_cmd'));
      return;
    } else this.receipt(content);
    command.jpkid = printer.contents.printouts;
  }

  /** One frame of the protocol before this one. */
  private direct({ base64 }: Tree): void {
    const frame = Buffer.from(String(base64), 'base64');
    const text = frame.toString('latin1');
    need(text.startsWith(BEGIN) && text.endsWith(END), 'syntax');
    this.classic.answer(Buffer.from('3#e8A'));
    const told = this.classic.answer(frame.subarray(BEGIN.length, -END.length))?.toString('latin1') ?? '';
    need(told.includes('P0#Z'), 'syntax');
  }

  private receipt(content: Tree): void {
    const { printer } = this;
    const sale = printer.begin();
    for (const item of content.items as Tree[]) {
      const article = item.article as Tree;
      const off = article.discount_markup as Tree | undefined;
      sale.add({
        ...{ name: String(article.name), slot: 'ABCDEFG'.indexOf(String(article.ptu) || '?') },
        ...{ price: cents(article.price), quantity: String(article.quantity), value: cents(article.value) },
        ...(off && {
          discount: { name: typeof off.name === 'string' ? off.name : '', amount: cents(off.value) },
        }),
        isStorno: false,
      });
    }
    for (const payment of (content.payments ?? []) as Tree[]) {
      const [kind, of] = Object.entries(payment)[0]!;
      const { name, value, currency_value, local_value } = of as Tree;
      if (kind === 'currency') {
        sale.pay(`${String(currency_value)} ${String(name)}`, cents(local_value), false);
        continue;
      }
      sale.pay(typeof name === 'string' && name !== '' ? name : PAYMENTS[kind]!, cents(value), false);
    }
    const { total, pay_in, change } = content.summary as Tree;
    if (change !== undefined) sale.pay('', cents(change), true);
    if (content.info !== undefined) {
      const { name, address } = content.buyer as { name: string; address: string[] };
      sale.invoice = { number: String((content.info as Tree).number), buyer: [name, ...address].join(', ') };
    }
    const { nip, e_document: sent } = (content.buyer ?? {}) as { nip?: string; e_document?: Tree };
    if (nip !== undefined) sale.nip = nip;
    sale.end({ total: cents(total), ...(sale.paid > 0 && { paid: cents(pay_in) }) });
    const lines = ((content.printout_lines ?? []) as Tree[]).map(({ textline }) =>
      String((textline as Tree).text),
    );
    printer.finish(lines);
    if (sent) this.sent.push(`${String(sent.transaction_id)} ${String(sent.print_send_mode)}`);
  }

  private status(type: unknown): unknown {
    const { contents, rates } = this.printer;
    const amount = (grosze: number) => `${Math.floor(grosze / 100)}.${String(grosze % 100).padStart(2, '0')}`;
    const letter = (slot: number) => 'ABCDEFG'[slot]!;
    if (type === 'fiscal_memory') {
      return {
        ...{ unique_number: contents.serial, tax_id: '5260250274', daily_reports_count: contents.closed },
        ...{ max_daily_reports: MOST_DAYS, last_daily_report_date: '' },
      };
    }
    if (type === 'protected_memory')
      return { last_jpkid: contents.printouts, size: 8_000_000, free: 7_000_000 };
    need(type === 'device', 'syntax');
    const active = rates.flatMap((rate, slot) => (rate === undefined ? [] : [{ rate, slot }]));
    return {
      ...{ name: 'NOVITUS POINT', version: '1.00', characters_per_line: 40 },
      tax_rates: active.map(({ rate, slot }) => ({
        name: letter(slot),
        value: rate === null ? 'ZW' : amount(rate * 100),
      })),
      totals: active.map(({ slot }) => ({
        ...{ tax_rate: letter(slot), receipt: amount(contents.totals[slot]!) },
        invoice: amount(contents.invoiceTotals[slot]!),
      })),
    };
  }
}

function refused(status: number, description: string): Told {
  return { status, body: { exception: { code: status, description } } };
}

function bearer(authorization = ''): string | null {
  return /^Bearer ([\w-]+)$/.exec(authorization)?.[1] ?? null;
}

function part(tree: unknown, name: string): Tree {
  const found = typeof tree === 'object' && tree !== null ? (tree as Tree)[name] : undefined;
  if (typeof found !== 'object' || found === null || Array.isArray(found))
    throw new Invalid(`${name} is missing`);
  return found as Tree;
}

function only(tree: unknown, names: readonly string[]): void {
  for (const name of Object.keys(tree as Tree))
    if (!names.includes(name)) throw new Invalid(`${name} is unknown`);
}

function list(tree: Tree, name: string, most: number, least = 0): Tree[] {
  const found = tree[name] ?? [];
  if (!Array.isArray(found) || found.length > most || found.length < least) throw new Invalid(name);
  return found as Tree[];
}

function short(value: unknown, most: number, name: string): void {
  if (typeof value !== 'string' || value.length > most) throw new Invalid(name);
}

function checkReceipt({ info, ...content }: Tree, isInvoice: boolean): void {
  if (isInvoice) {
    short(part({ info }, 'info').number, 40, 'number');
    short(part(content, 'buyer').name, 256, 'name');
  } else if (info !== undefined) throw new Invalid('info is unknown');
  only(content, ['items', 'payments', 'summary', 'printout_lines', 'buyer', 'system_info', 'device_control']);
  for (const item of list(content, 'items', 255, 1)) {
    const article = part(item, 'article');
    only(article, [
      'name',
      'ptu',
      'quantity',
      'price',
      'value',
      'unit',
      'discount_markup',
      'code',
      'description',
    ]);
    short(article.name, 60, 'name');
    if (!/^[A-G]$/.test(String(article.ptu))) throw new Invalid('ptu');
    if (!/^\d{1,9}(?:\.\d{1,6})?$/.test(String(article.quantity))) throw new Invalid('quantity');
    cents(article.price);
    cents(article.value);
    if (article.unit !== undefined) short(article.unit, 4, 'unit');
    if (article.discount_markup !== undefined) {
      const off = part(article, 'discount_markup');
      only(off, ['type', 'name', 'value']);
      if (off.type !== 'value_discount') throw new Invalid('type');
      short(off.name ?? '', 20, 'name');
      cents(off.value);
    }
  }
  for (const payment of list(content, 'payments', 16)) {
    const [kind = ''] = Object.keys(payment);
    only(payment, [kind]);
    if (kind !== 'currency' && !Object.hasOwn(PAYMENTS, kind)) throw new Invalid(kind);
    const of = part(payment, kind);
    if (kind === 'currency') {
      checkCurrency(of);
      continue;
    }
    short(of.name ?? '', 24, 'name');
    cents(of.value);
  }
  const summary = part(content, 'summary');
  only(summary, ['discount_markup', 'total', 'pay_in', 'change']);
  cents(summary.total);
  cents(summary.pay_in);
  for (const line of list(content, 'printout_lines', 50)) short(part(line, 'textline').text, 64, 'text');
  if (content.buyer !== undefined) checkBuyer(part(content, 'buyer'));
}

function checkCurrency(money: Tree): void {
  only(money, ['course', 'currency_value', 'local_value', 'is_change', 'name']);
  if (!/^\d{1,6}\.\d{4}$/.test(String(money.course))) throw new Invalid('course');
  if (!/^[A-Z]{3}$/.test(String(money.name)) || money.is_change !== false) throw new Invalid('name');
  const worth = Math.round(
    (cents(money.currency_value) * Number(String(money.course).replace('.', ''))) / 10_000,
  );
  if (worth !== cents(money.local_value)) throw new Invalid('local_value');
}

function checkBuyer(buyer: Tree): void {
  only(buyer, ['nip', 'name', 'address', 'e_document']);
  if (buyer.nip !== undefined) short(buyer.nip, 16, 'nip');
  if (buyer.e_document === undefined) return;
  const sent = part(buyer, 'e_document');
  only(sent, ['transaction_id', 'protocol', 'print_send_mode']);
  short(sent.transaction_id, 100, 'transaction_id');
  if (sent.protocol !== 'MF' && sent.protocol !== 'NOVITUS') throw new Invalid('protocol');
  if (!SEND_MODES.includes(String(sent.print_send_mode))) throw new Invalid('print_send_mode');
}

function cents(value: unknown): number {
  const [, whole, fraction] = /^(\d{1,9})\.(\d\d)$/.exec(typeof value === 'string' ? value : '') ?? [];
  if (fraction === undefined) throw new Invalid(`${JSON.stringify(value)} is no amount`);
  return Number(whole) * 100 + Number(fraction);
}
