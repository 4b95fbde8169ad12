/** A sale as it goes over the wire. */
export interface Sale {
  format: 'json' | 'xml';
  body: string;
  /** Given by the POS; null leaves the number to the register. */
  tn: string | null;
  total: string;
}

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

/** Cents as the text of an amount. */
export const amount = (cents: number): string =>
  `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** A random cash sale of one to three positions. */
export function randomSale(random: () => number, tn: string | null): Sale {
  const pick = <T>(list: T[]): T => list[Math.floor(random() * list.length)]!;
  const positions = Array.from({ length: 1 + Math.floor(random() * 3) }, (_, index) => ({
    PN: String(index + 1),
    Dsc: pick(goods),
    TaxG: pick(groups),
    cents: 50 + Math.floor(random() * 3000),
  }));
  const total = amount(positions.reduce((sum, position) => sum + position.cents, 0));
  const lines = positions.map(({ cents, ...position }) => ({ ...position, Amt: amount(cents) }));
  const payment = { Dsc: 'Numerário', PayG: 'cash', Amt: total };
  const head = { ...(tn === null ? {} : { TN: tn }), T: total };
  const format = random() < 0.5 ? 'json' : 'xml';
  const body =
    format === 'json'
      ? JSON.stringify({
          Tra: {
            ESR: {
              ...head,
              PosA: lines.map((line) => ({ _: 'Pos', ...line })),
              PayA: [{ _: 'Pay', ...payment }],
            },
          },
        })
      : `<Tra><ESR ${attributes(head)}><PosA>${lines.map((line) => `<Pos ${attributes(line)}/>`).join('')}</PosA>` +
        `<PayA><Pay ${attributes(payment)}/></PayA></ESR></Tra>`;
  return { format, body, tn, total };
}

const attributes = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`)
    .join(' ');
