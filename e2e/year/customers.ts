/** The customers of the made-up company. */
import type { Tree } from '../../service/receipt/tree.ts';
import type { Chance } from './chance.ts';

/** A customer as the till knows it. */
export interface Customer {
  Ctm: Tree;
  /** Where it is from this day on. */
  moved: { from: string; Adr: string } | null;
  /** Sells under another country's tax. */
  foreign: boolean;
}

const STREETS = ['Rua das Oliveiras', 'Avenida da República', 'Largo de São João', 'Travessa do Poço'];
const CITIES: readonly (readonly [Zip: string, City: string])[] = [
  ['1100-042', 'Lisboa'],
  ['4000-120', 'Porto'],
  ['3000-150', 'Coimbra'],
  ['9000-017', 'Funchal'],
  ['9500-150', 'Ponta Delgada'],
];
const TRADES = ['Oficina', 'Café', 'Papelaria', 'Construções', 'Transportes', 'Clínica'];
const ABROAD: readonly (readonly [Ctry: string, prefix: string, digits: number])[] = [
  ['ES', 'ESB', 8],
  ['DE', 'DE', 9],
  ['FR', 'FR', 11],
  ['GR', 'EL', 9],
  ['BR', '', 14],
];

/** Businesses with a tax id, some of them abroad; a few belong to a chain and share its number. */
export function makeCustomers(chance: Chance, count: number, year: number): Customer[] {
  return Array.from({ length: count }, (_, index) => {
    const foreign = chance.percent(8);
    const [Zip, City] = chance.pick(CITIES);
    const Adr = `${chance.pick(STREETS)} ${chance.between(1, 250)}`;
    const number = chance.percent(80) ? { CN: String(chance.percent(5) ? 1 : index + 1) } : {};
    const Nam = `${chance.pick(TRADES)} ${index + 1}, Lda`;
    return {
      Ctm: {
        ...number,
        Nam,
        Adr,
        Zip,
        City,
        ...(foreign ? abroad(chance) : { Ctry: 'PT', TaxId: nif(chance) }),
      },
      moved: chance.percent(4) ? { from: `${year}-05-15`, Adr: `${Adr}, 2.º Esq.` } : null,
      foreign,
    };
  });
}

function abroad(chance: Chance): Tree {
  const [Ctry, prefix, digits] = chance.pick(ABROAD);
  const number = Array.from({ length: digits }, () => chance.between(1, 9)).join('');
  return { Ctry, TaxId: prefix + number };
}

/** A Portuguese tax id of a company, with its check digit; half of them with the country before it. */
function nif(chance: Chance): string {
  const digits = [5, ...Array.from({ length: 7 }, () => chance.between(0, 9))];
  const check = 11 - (digits.reduce((sum, digit, i) => sum + digit * (9 - i), 0) % 11);
  return `${chance.percent(50) ? 'PT' : ''}${digits.join('')}${check >= 10 ? 0 : check}`;
}

/** A customer's data on a day. */
export function customerOn({ Ctm, moved }: Customer, day: string): Tree {
  return moved && day >= moved.from ? { ...Ctm, Adr: moved.Adr } : Ctm;
}
