/** The made-up company: one tax id, a shop with two tills in Lisbon, one with a till on Madeira. */
import type { Cfg } from '../../service/receipt/cfg.ts';

/** A register of the company. */
export interface TillPlace {
  rn: string;
  cfg: Cfg;
  /** What behind a tax group means the place of the shop: `AM` is the normal rate of Madeira. */
  suffix: '' | 'M';
  /** Share of the company's documents, percent. */
  share: number;
}

const Cmp: Cfg['Cmp'] = {
  Nam: 'Mercearia do Largo & Filhos, Lda',
  Adr: 'Rua das Oliveiras 14',
  Zip: '1100-042',
  City: 'Lisboa',
  Ctry: 'PT',
  TaxId: 'PT509876544',
};
const LISBON: NonNullable<Cfg['Loc']> = { TL: '1', Nam: 'Loja do Largo', City: 'Lisboa' };
const FUNCHAL: NonNullable<Cfg['Loc']> = { TL: '2', Nam: 'Loja do Funchal', City: 'Funchal', TaxGR: 'M' };

/** The registers, by the names under which they are asked for. */
export const TILLS: readonly TillPlace[] = [
  { rn: 'def', cfg: { Cmp, Loc: LISBON, Trm: { TT: '1' } }, suffix: '', share: 45 },
  { rn: 'caixa 2', cfg: { Cmp, Loc: LISBON, Trm: { TT: '2' } }, suffix: '', share: 30 },
  { rn: 'funchal', cfg: { Cmp, Loc: FUNCHAL, Trm: { TT: '1' } }, suffix: 'M', share: 25 },
];
