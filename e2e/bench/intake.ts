/**
 * What it costs to take in a receipt, without network, signature and disk:
 * text to tree, tree to record, completion and all checks. CPU time of this
 * process, so that other programs of the machine do not count.
 *
 *     node e2e/bench/intake.ts ROUNDS
 */
import { ALL_FIELDS } from '../../service/countries/fields.ts';
import { countryOf } from '../../service/countries/list.ts';
import type { Cfg } from '../../service/receipt/cfg.ts';
import { readJson } from '../../service/receipt/json.ts';
import { readTra } from '../../service/receipt/read.ts';
import type { Tree } from '../../service/receipt/tree.ts';
import { readXml, writeXml } from '../../service/receipt/xml.ts';
import { quantityTimesPrice, amountText } from '../../service/receipt/money.ts';
import { issuesOf, receive, type StepContext } from '../../service/register/receipt-checks.ts';
import { countryServices } from '../../service/testing/country-services.ts';
import { ManualClock } from '../../service/testing/manual-clock.ts';

/** Microseconds of CPU for one receipt: median, best and worst round. */
export interface IntakeCost {
  format: 'json' | 'xml';
  bytes: number;
  median: number;
  best: number;
  worst: number;
}

const RECEIPTS_PER_ROUND = 500;
const WARM_UP_ROUNDS = 6;
const POSITIONS = 30;
const NOW = '2026-05-04T11:30:00';

/** A large shopping basket: 30 positions in three tax groups, discounts on one, some and all of them. */
function basket(): { ESR: Tree } {
  const entries: Tree[] = [];
  let sum = 0;
  const add = (entry: Tree, cents: number): void => {
    entries.push({ ...entry, Amt: amountText(cents, 2) });
    sum += cents;
  };
  for (let n = 1; n <= POSITIONS; n++) {
    const Qty = n % 4 === 0 ? '0.640' : String(1 + (n % 3));
    const Pri = amountText(89 + n * 37, 2);
    const TaxG = ['A', 'B', 'C'][n % 3]!;
    const Dsc = `Artigo n.º ${n} da época`;
    const article = { _: 'Pos', PN: String(n), IN: String(5_601_234_000_000 + n), Dsc, TaxG, Qty, Pri };
    add(article, quantityTimesPrice(Qty, Pri, 2));
    if (n % 6 === 0) add({ _: 'Mod', PN: String(n), Dsc: 'Promoção', Prc: '10%' }, -15);
  }
  add({ _: 'Mod', PN: '3-9', Dsc: 'Leve 7', Prc: '5%' }, -120);
  add({ _: 'Mod', PN: '*', Dsc: 'Cartão cliente', Prc: '2%' }, -199);
  const T = amountText(sum, 2);
  const PayA = [{ _: 'Pay', Dsc: 'Multibanco', PayG: 'debitcard', UID: '000815', Amt: T }];
  return { ESR: { D: NOW, TN: '4711', T, Opr: '3', OprN: 'Ana', PosA: entries, PayA } };
}

const portugal = countryOf('PT');
const CFG: Cfg = { Cmp: { Ctry: 'PT', TaxId: 'PT599999993' } };
const CONTEXT: StepContext = {
  cfg: CFG,
  country: portugal,
  now: NOW,
  D: NOW,
  stoppedBy: null,
  services: { ...countryServices(new ManualClock()), key: () => null, cfg: CFG, now: NOW },
};

/** The walk of a receipt up to its number; a receipt that is refused would cost less, so it is an error. */
function takeIn(text: string, format: IntakeCost['format']): void {
  const parsed = format === 'json' ? readJson(text) : readXml(text);
  if ('issue' in parsed) throw new Error(parsed.issue.text);
  const { tra, issues } = readTra(parsed.tree, {
    currencyDigits: portugal.currency.digits,
    fields: ALL_FIELDS,
  });
  if (!tra) throw new Error(issues[0]?.text);
  const found = issuesOf(receive(tra, CONTEXT).completed, CONTEXT);
  if (found.length > 0) throw new Error(found[0]?.text);
}

/** CPU of one round, microseconds per receipt. */
function round(text: string, format: IntakeCost['format']): number {
  const before = process.cpuUsage();
  for (let i = 0; i < RECEIPTS_PER_ROUND; i++) takeIn(text, format);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / RECEIPTS_PER_ROUND;
}

/** Measures both formats in turn. */
function measureIntake(rounds: number): IntakeCost[] {
  const Tra = basket();
  const texts = { json: JSON.stringify({ Tra }), xml: writeXml('Tra', Tra) };
  const costs = { json: [] as number[], xml: [] as number[] };
  for (let n = -WARM_UP_ROUNDS; n < rounds; n++) {
    for (const format of ['json', 'xml'] as const) {
      const cost = round(texts[format], format);
      if (n >= 0) costs[format].push(cost);
    }
  }
  return (['json', 'xml'] as const).map((format) => {
    const sorted = costs[format].toSorted((a, b) => a - b);
    return {
      format,
      bytes: Buffer.byteLength(texts[format]),
      median: sorted[Math.floor(sorted.length / 2)]!,
      best: sorted[0]!,
      worst: sorted.at(-1)!,
    };
  });
}

if (import.meta.main) console.log(JSON.stringify(measureIntake(Number(process.argv[2] ?? 9))));
