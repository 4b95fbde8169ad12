/** One till of the made-up company, day by day. */
import { configuredTerminal, type Cfg } from '../../service/receipt/cfg.ts';
import type { TraC } from '../../service/receipt/tra.ts';
import type { Tree } from '../../service/receipt/tree.ts';
import type { Register } from '../../service/register/register.ts';
import { dayFrom, moments } from './calendar.ts';
import * as documents from './documents.ts';
import type { Draft, Scene } from './documents.ts';
import { HandIn } from './hand-in.ts';
import { Memory, type Issued } from './memory.ts';
import type { TaskClock } from './task-clock.ts';

/** What a till works with. */
export interface TillTools extends Omit<Scene, 'shelf'> {
  register: Register;
  cfg: Cfg;
  clock: TaskClock;
  articles: Scene['shelf']['articles'];
  /** Behind the tax groups of the place. */
  suffix: string;
  /** From this day on a backup is restored once, and the last sale has to be entered again; null never. */
  restoredOn: string | null;
}

/** How often what is made, of a thousand documents; where it is not possible, a sale is made instead. */
const MIX = {
  sale: 745,
  invoice: 50,
  onAccount: 30,
  invoiceReceipt: 25,
  ownTaxes: 5,
  nothing: 6,
  creditNote: 26,
  debitNote: 3,
  table: 30,
  delivery: 16,
  order: 9,
  invoiceFor: 32,
  receipt: 20,
  manualForm: 3,
} as const;
type Kind = keyof typeof MIX;

/** Share of documents, in percent, after which something else happens that is none. */
const VOIDS = 1.3;
const TRAINING = 0.4;
/** A receipt that was written shortly before midnight, when the till had no connection. */
const LATE = 4;

/** A till with what it remembers. */
export class Till {
  private readonly tools: TillTools;
  private readonly handIn: HandIn;
  private readonly memory = new Memory();
  /** Sales of other tills whose articles come back here. */
  private readonly fromOthers: Issued[] = [];
  private day = '';
  private forms = 0;
  /** Number of the last simplified invoice that was not entered again itself. */
  private lastSimplified = '';
  private restored = false;

  constructor(tools: TillTools) {
    this.tools = tools;
    this.handIn = new HandIn(tools.register, tools.clock);
  }

  /** Lives through a day with so many documents. Throws when one of them is refused, after all are answered. */
  async live(day: string, count: number): Promise<void> {
    this.day = day;
    if (count === 0) return;
    await this.work(count).finally(() => this.handIn.settled());
  }

  private async work(count: number): Promise<void> {
    const { day } = this;
    const { chance, suffix, articles } = this.tools;
    const scene: Scene = { ...this.tools, shelf: { articles, suffix, day } };
    const times = moments(count, (first, last) => chance.between(first, last));
    void this.post('07:45:00', { NF: 'login', ...documents.operator(chance), DO: 'noprint' });
    let done = await this.enterLost(scene);
    if (done < count && this.isLate(day)) done += this.late(scene);
    for (const time of times.slice(done)) {
      await this.issue(chance.weighted(MIX), scene, time);
      if (chance.percent(VOIDS * (day.endsWith('-02') ? 5 : 1))) await this.void(time);
      if (chance.percent(TRAINING)) this.train(scene, time);
    }
    const drawer = [{ _: 'Lin', Dsc: 'Documentos', LAmt: String(count) }];
    void this.post('22:15:00', { NFS: 'Z', ...documents.operator(chance), PosA: drawer });
  }

  /** After closing time: a customer goes to another till with what was bought here. */
  handOver(to: Till): void {
    const sale = this.tools.chance.percent(8) ? this.memory.takeSale(this.tools.chance) : null;
    if (sale) to.fromOthers.push(sale);
  }

  private async issue(kind: Kind, scene: Scene, time: string): Promise<void> {
    const made = await this.make(kind, scene, time);
    if (!made) this.sell(documents.sale(scene), scene, time);
  }

  /** Makes a document of a kind; false when there is nothing to make it of. */
  private async make(kind: Kind, scene: Scene, time: string): Promise<boolean> {
    switch (kind) {
      case 'sale':
        return false;
      case 'invoice':
        return this.sell(documents.invoice(scene), scene, time);
      case 'invoiceReceipt':
        return this.sell(documents.invoiceReceipt(scene), scene, time);
      case 'onAccount':
        return this.sellOnAccount(scene, time);
      case 'ownTaxes':
        return this.other(documents.saleWithOwnTaxes(scene), scene, time);
      case 'nothing':
        return this.other(documents.nothing(scene), scene, time);
      case 'creditNote':
        return this.correct(scene, time);
      case 'debitNote':
        return this.addTo(scene, time);
      case 'table':
        return this.keepOrder(documents.tableConsultation(scene), scene, time);
      case 'order':
        return this.keepOrder(documents.order(scene), scene, time);
      case 'delivery':
        return this.deliver(scene, time);
      case 'invoiceFor':
        return this.invoiceOrder(scene, time);
      case 'receipt':
        return this.receive(scene, time);
      case 'manualForm':
        return this.enterForm(scene, time);
    }
  }

  private sell(draft: Draft, scene: Scene, time: string): true {
    this.memory.keep('sales', this.send(draft, documents.bodyOf(scene, draft), time));
    return true;
  }

  private other(draft: Draft, scene: Scene, time: string): true {
    this.memory.keep('others', this.send(draft, documents.bodyOf(scene, draft), time));
    return true;
  }

  private keepOrder(draft: Draft, scene: Scene, time: string): true {
    this.memory.keep('orders', this.send(draft, documents.bodyOf(scene, draft), time));
    return true;
  }

  private sellOnAccount(scene: Scene, time: string): true {
    const draft = documents.invoiceOnAccount(scene);
    const issued = this.send(draft, documents.bodyOf(scene, draft), time);
    issued.unpaid = draft.basket.cents;
    this.memory.keep('sales', issued);
    this.memory.keep('invoices', issued);
    return true;
  }

  private async correct(scene: Scene, time: string): Promise<boolean> {
    const { chance } = scene;
    const foreign = this.fromOthers.pop();
    const of = foreign ?? this.memory.correctable(chance);
    if (!of) return false;
    await of.answered;
    const draft = documents.creditNote(scene, of, of, foreign === undefined);
    if (!draft) return false;
    const note = this.send(draft, documents.bodyOf(scene, draft), time);
    of.left += draft.basket.cents;
    note.corrects = of;
    this.memory.keep('others', note);
    return true;
  }

  private async addTo(scene: Scene, time: string): Promise<boolean> {
    const of = this.memory.correctable(scene.chance);
    if (!of) return false;
    await of.answered;
    of.debited = true;
    return this.other(documents.debitNote(scene, of), scene, time);
  }

  private deliver(scene: Scene, time: string): true {
    const { draft, sent } = documents.delivery(scene, time);
    this.memory.keep('orders', this.send(draft, sent, time));
    return true;
  }

  private async invoiceOrder(scene: Scene, time: string): Promise<boolean> {
    const order = this.memory.takeOrder(scene.chance);
    if (!order) return false;
    await order.answered;
    return this.sell(documents.invoiceFor(scene, order), scene, time);
  }

  private async receive(scene: Scene, time: string): Promise<boolean> {
    const { chance } = scene;
    const invoice = this.memory.takeUnpaid(chance);
    if (!invoice) return false;
    await invoice.answered;
    invoice.done = true;
    if (chance.percent(10)) return this.other(documents.cashRegimeReceipt(scene, invoice), scene, time);
    const partly = chance.percent(20);
    const parts = [{ ...invoice, cents: partly ? Math.ceil(invoice.unpaid / 2) : invoice.unpaid }];
    const second = partly || chance.percent(80) ? null : this.memory.takeUnpaid(chance);
    if (second) {
      await second.answered;
      second.done = true;
      parts.push({ ...second, cents: second.unpaid });
    }
    return this.other(documents.receiptFor(scene, parts), scene, time);
  }

  /** A sale out of the book of paper forms. */
  private enterForm(scene: Scene, time: string): boolean {
    const date = dayFrom(this.day, -scene.chance.between(0, 12));
    if (date.slice(0, 4) !== this.day.slice(0, 4)) return false;
    const draft = documents.sale(scene);
    const values = { FN: `A/${String(++this.forms).padStart(5, '0')}`, D: `${date}T12:00:00` };
    return this.sell({ ...draft, values }, scene, time);
  }

  private isLate(day: string): boolean {
    if (day.endsWith('-01-01')) return false;
    return day.endsWith('-01') || this.tools.chance.percent(LATE);
  }

  private late(scene: Scene): 1 {
    const draft = documents.sale(scene);
    const D = `${dayFrom(this.day, -1)}T23:41:00`;
    this.sell({ ...draft, values: { D } }, scene, '07:50:00');
    return 1;
  }

  /** After a restored backup: the customers have receipts that the journal has not. */
  private async enterLost(scene: Scene): Promise<number> {
    const { restoredOn } = this.tools;
    if (this.restored || restoredOn === null || this.day < restoredOn || this.lastSimplified === '') return 0;
    this.restored = true;
    const slash = this.lastSimplified.lastIndexOf('/');
    const draft = documents.saleWithOwnTaxes(scene);
    const FN = `${this.lastSimplified.slice(0, slash)}/${Number(this.lastSimplified.slice(slash + 1)) + 1}`;
    const values = { FN, D: `${dayFrom(this.day, -1)}T20:15:00` };
    this.other({ ...draft, values: { ...draft.values, ...values } }, scene, '07:47:00');
    await this.handIn.settled();
    return 1;
  }

  private async void(time: string): Promise<void> {
    const { chance } = this.tools;
    const firstOfMonth = `${this.day.slice(0, 7)}-01`;
    const issued = this.memory.voidable(chance, firstOfMonth);
    if (!issued) return;
    await issued.answered;
    issued.done = true;
    // What a void takes back may be corrected anew.
    if (issued.corrects) {
      issued.corrects.left -= issued.basket.cents;
      for (const { RPN } of issued.basket.PosA) issued.corrects.returned.delete(RPN as string);
    }
    const reason = chance.percent(80)
      ? chance.pick(['Engano', 'Cliente desistiu', 'Erro de \u201Ccaixa\u201D'])
      : undefined;
    void this.handIn.void(`${this.day}T${time}`, issued.FN, { sender: documents.operator(chance), reason });
  }

  private train(scene: Scene, time: string): void {
    const draft = documents.sale(scene);
    const mark: Tree = scene.chance.percent(50) ? { Test: '1' } : { NFS: 'Training' };
    void this.post(time, { ...documents.bodyOf(scene, draft), ...mark });
  }

  /** Posts a document and remembers it. */
  private send({ basket, head, values }: Draft, ESR: Tree, time: string): Issued {
    const { TL, TT } = configuredTerminal(this.tools.cfg);
    const day = typeof values.D === 'string' ? values.D.slice(0, 10) : this.day;
    const answer = this.post(time, ESR);
    const issued: Issued = {
      ...{ FN: '', TN: '', TL, TT, day, basket, head },
      ...{ left: Math.abs(basket.cents), unpaid: 0, done: false, corrects: null },
      ...{ returned: new Set<string>(), debited: false },
      answered: answer.then(({ ESR: given }) => {
        issued.FN = given!.FN!;
        issued.TN = given!.TN!;
        if (/^FS .*\d\//.test(issued.FN)) this.lastSimplified = issued.FN;
      }),
    };
    this.handIn.expect(issued.answered);
    return issued;
  }

  private post(time: string, ESR: Tree): Promise<TraC> {
    return this.handIn.post(`${this.day}T${time}`, ESR);
  }
}
