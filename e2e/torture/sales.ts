/** A sale as it goes over the wire. */
export interface Sale {
  format: 'json' | 'xml';
  body: string;
  /** Given by the POS; null leaves the number to the register. */
  tn: string | null;
  /** Stands in the sale (`ESR.Ref`) and in no other one. */
  mark: string;
  kind: Kind;
}

/** Simplified invoice, invoice to a named customer, credit note. */
type Kind = 'simple' | 'named' | 'credit';

const kinds: Kind[] = ['simple', 'simple', 'simple', 'named', 'credit'];

/** Random numbers in [0, 1) that come again with the same seed (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The company whose receipts are registered; its tax id is valid and fictitious. */
export const company = {
  Cfg: {
    Cmp: {
      Nam: 'Casa do Largo Lda',
      label: 'CasaLargo',
      Adr: 'Rua das Oliveiras 14',
      Zip: '3000-150',
      City: 'Coimbra',
      Ctry: 'PT',
      TaxId: 'PT509876544',
    },
    Loc: {
      TL: '1',
      Nam: 'Loja do Largo',
      label: 'Largo',
      Adr: 'Rua das Oliveiras 14',
      Zip: '3000-150',
      City: 'Coimbra',
      Ctry: 'PT',
    },
    Trm: { TT: '1', SW: 'BarPos', SWVersion: '4.2', HW: 'Caixa 3' },
  },
};

const goods = [
  'Tosta mista',
  'Meia de leite',
  'Pastel de nata',
  'Água 0,5 l',
  'Sumo & gelo',
  'Caldo "verde"',
];
const groups = ['A', 'B', 'C'];

/** The company as a register of one of its terminals is configured with. */
export const companyAt = (TT: string): object => ({
  Cfg: { ...company.Cfg, Trm: { ...company.Cfg.Trm, TT } },
});

/** Random numbers of their own for everything that has a name: what one draws does not move another. */
export function streamOf(seed: number, ...names: (string | number)[]): () => number {
  let hash = 0x811c9dc5;
  for (const character of [seed, ...names].join('/'))
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  return randomFrom(hash);
}

/** Cents as the text of an amount. */
export const amount = (cents: number): string =>
  `${cents < 0 ? '-' : ''}${Math.trunc(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`;

/**
 * A random sale of one to three positions paid in cash: mostly a simplified
 * invoice, now and then an invoice to a named customer or a credit note, so
 * that several series of numbers grow side by side.
 */
export function randomSale(random: () => number, tn: string | null, mark: string): Sale {
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!;
  const kind = pick(kinds);
  const sign = kind === 'credit' ? -1 : 1;
  const positions = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => ({
    PN: String(index + 1),
    Dsc: pick(goods),
    TaxG: pick(groups),
    cents: sign * (50 + Math.floor(random() * 3000)),
  }));
  const total = amount(positions.reduce((sum, position) => sum + position.cents, 0));
  const lines = positions.map(({ cents, ...position }) => ({ ...position, Amt: amount(cents) }));
  const payment = { Dsc: 'Numerário', PayG: 'cash', Amt: total };
  const head = {
    ...(tn === null ? {} : { TN: tn }),
    T: total,
    Ref: mark,
    ...(kind === 'credit' ? { Rsn: 'Devolução' } : {}),
  };
  const customer = kind === 'named' ? { TaxId: 'PT509876544', Nam: 'Padaria & Filhos' } : null;
  const format = random() < 0.5 ? 'json' : 'xml';
  const body =
    format === 'json' ? asJson(head, customer, lines, payment) : asXml(head, customer, lines, payment);
  return { format, body, tn, mark, kind };
}

type Attributes = Record<string, string>;

function asJson(
  head: Attributes,
  customer: Attributes | null,
  lines: Attributes[],
  payment: Attributes,
): string {
  const PosA = lines.map((line) => ({ _: 'Pos', ...line }));
  const Ctm = customer === null ? {} : { Ctm: customer };
  return JSON.stringify({ Tra: { ESR: { ...head, ...Ctm, PosA, PayA: [{ _: 'Pay', ...payment }] } } });
}

function asXml(
  head: Attributes,
  customer: Attributes | null,
  lines: Attributes[],
  payment: Attributes,
): string {
  const positions = lines.map((line) => empty('Pos', line)).join('');
  const named = customer === null ? '' : empty('Ctm', customer);
  return `<Tra><ESR ${attributes(head)}>${named}<PosA>${positions}</PosA><PayA>${empty('Pay', payment)}</PayA></ESR></Tra>`;
}

const empty = (name: string, values: Attributes): string => `<${name} ${attributes(values)}/>`;

const attributes = (values: Attributes): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
    .join(' ');
