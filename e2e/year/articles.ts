/** The assortment of the made-up company. */
import type { Tree } from '../../service/receipt/tree.ts';
import type { Chance } from './chance.ts';

/** Something that is sold. */
export interface Article {
  /** Numbers and whatever else the till knows of it. */
  values: Tree;
  Dsc: string;
  /** Another name from this day on: somebody has tidied up the assortment. */
  renamed: { from: string; Dsc: string } | null;
  /** Tax group on the mainland. */
  TaxG: string;
  /** Price of a piece or, where it is weighed, of a kilogram. Cents. */
  cents: number;
  weighed: boolean;
}

/** Articles of a kind have their tax in common. */
interface Kind {
  /** Share of the assortment. */
  weight: number;
  TaxG: string;
  names: string;
  cents: readonly [number, number];
  weighed?: boolean;
  values?: Tree;
}

const KINDS: Readonly<Record<string, Kind>> = {
  food: { weight: 30, TaxG: 'C', names: 'Arroz,Leite,Pão,Massa,Azeite,Queijo,Ovos', cents: [39, 1290] },
  fruit: { weight: 8, TaxG: 'C', names: 'Maçã,Pêra,Laranja,Uva,Batata', cents: [79, 599], weighed: true },
  fish: { weight: 4, TaxG: 'C', names: 'Dourada,Bacalhau,Polvo', cents: [699, 2999], weighed: true },
  drink: { weight: 12, TaxG: 'B', names: 'Vinho,Água,Sumo,Refeição,Café', cents: [60, 2450] },
  home: { weight: 28, TaxG: 'A', names: 'Detergente,Lâmpada,Caderno,Tinta,Tacho', cents: [50, 8990] },
  device: { weight: 5, TaxG: 'A', names: 'Aspirador,Televisor,Portátil', cents: [4990, 64900] },
  percent: { weight: 4, TaxG: '23%', names: 'Revista,Brinquedo', cents: [99, 3999] },
  reduced: { weight: 3, TaxG: '6.00%', names: 'Livro,Jornal', cents: [100, 2990] },
  service: {
    weight: 3,
    TaxG: 'A',
    names: 'Reparação,Montagem,Entrega',
    cents: [500, 12000],
    values: { PT_ProductType: 'S' },
  },
  medical: { weight: 1, TaxG: 'M07', names: 'Consulta,Análise', cents: [1500, 9000] },
  secondHand: { weight: 1, TaxG: 'M13', names: 'Livro usado,Disco usado', cents: [100, 3000] },
  collected: { weight: 1, TaxG: 'M15', names: 'Moeda,Selo', cents: [500, 20000] },
  deposit: {
    weight: 1,
    TaxG: 'M99',
    names: 'Caução de garrafa',
    cents: [10, 50],
    values: { PT_TaxExemptionReason: 'Não tributado: caução de vasilhame', PT_ProductType: 'O' },
  },
  zeroRate: {
    weight: 1,
    TaxG: '0%',
    names: 'Artesanato',
    cents: [300, 9000],
    values: { PT_TaxExemptionCode: 'M10' },
  },
};

/** Behind some names: letters of the law's tables, quotes, and what Windows-1252 does not know. */
const ENDINGS = [
  '',
  '',
  '',
  ' n.º 1',
  ' "extra"',
  ' & Cia',
  ' <novo>',
  ' – €',
  ' \u0141ód\u017A',
  ' \u{1F34E}',
];

/** A number of articles, of all kinds. */
export function makeArticles(chance: Chance, count: number, year: number): Article[] {
  const weights = Object.fromEntries(Object.entries(KINDS).map(([name, { weight }]) => [name, weight]));
  return Array.from({ length: count }, (_, index) => {
    const { TaxG, names, cents, weighed = false, values = {} } = KINDS[chance.weighted(weights)]!;
    const Dsc = `${chance.pick(names.split(','))} ${index + 1}${chance.pick(ENDINGS)}`;
    return {
      values: { ...numbers(chance, index), ...values, ...(weighed && { QtyU: 'kg' }) },
      Dsc,
      renamed: chance.percent(2) ? { from: `${year}-07-01`, Dsc: `${Dsc} (nova receita)` } : null,
      TaxG,
      cents: chance.between(...cents),
      weighed,
    };
  });
}

/** Most articles have a number of the shop and one of the producer, some one of them, a few none. */
function numbers(chance: Chance, index: number): Tree {
  const SKU = `ART-${String(index + 1).padStart(5, '0')}`;
  const IN = String(5_600_000_000_000 + index * 37);
  const kind = chance.weighted({ both: 70, own: 15, producer: 13, none: 2 });
  return {
    ...(kind === 'both' || kind === 'own' ? { SKU } : {}),
    ...(kind === 'both' || kind === 'producer' ? { IN } : {}),
  };
}
