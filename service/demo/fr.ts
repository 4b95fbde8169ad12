/** Demo data of France: an invented café with a morning's sales, a return, an invoice and a copy. */
import type { Tree } from '../receipt/tree.ts';
import type { DemoPlace } from './place.ts';
import type { Register } from '../register/register.ts';

const address = { Adr: 'rue de l’Exemple', AdrNr: '7', Zip: '69002', City: 'Lyon', Ctry: 'FR' };

export const FRANCE_CFG: Tree = {
  Cfg: {
    Cmp: {
      ...{ Nam: 'Café de l’Exemple SARL', label: 'Exemple', ...address, TaxId: 'FR40303265045' },
      ...{ FR_NAF: '5610A', FR_TYPE: 'SARL', FR_CAPITAL: '10 000 €', FR_RCS: 'Lyon 303 265 045' },
    },
    Loc: { TL: 'LY1', Nam: 'Café de l’Exemple', label: 'Exemple', ...address, FR_SIR: '30326504500011' },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Caisse 1' },
  },
};

const Foot = [{ _: 'Txt', value: 'Merci de votre visite et à bientôt !' }];
const camille = { Opr: '1', OprN: 'Camille' };
const louis = { Opr: '2', OprN: 'Louis' };

const receipt = (ESR: Tree): Tree => ({ Tra: { ESR: { DT: 'Ticket', ...ESR } } });

export const FRANCE_SALES: readonly Tree[] = [
  receipt({
    ...camille,
    PosA: [
      { _: 'Pos', Dsc: 'Café crème', TaxG: 'B', Qty: '2', Pri: '2.80', Amt: '5.60' },
      { _: 'Pos', Dsc: 'Croissant au beurre', TaxG: 'B', Qty: '2', Pri: '1.50', Amt: '3.00' },
    ],
    PayA: [
      { _: 'Pay', Dsc: 'Espèces', PayG: 'cash', Amt: '10.00' },
      { _: 'Pay', Dsc: 'Rendu', PayG: 'change', Amt: '-1.40' },
    ],
    Foot,
  }),
  receipt({
    ...camille,
    PosA: [
      { _: 'Pos', PN: '1', Dsc: 'Plat du jour', TaxG: 'B', Qty: '2', Pri: '15.50', Amt: '31.00' },
      { _: 'Pos', PN: '2', Dsc: 'Verre de Saint-Joseph', TaxG: 'A', Qty: '2', Pri: '6.90', Amt: '13.80' },
      { _: 'Mod', PN: '2', Dsc: 'Remise', Prc: '10', Amt: '-1.38' },
      { _: 'Pos', PN: '3', Dsc: 'Eau minérale 1 l', TaxG: 'C', Amt: '4.20' },
    ],
    PayA: [
      { _: 'Pay', Dsc: 'Titres-restaurant', PayG: 'title', Amt: '25.00' },
      { _: 'Pay', Dsc: 'Carte bancaire', PayG: 'debitcard', Amt: '22.62', UID: '004512' },
    ],
    Foot,
  }),
  receipt({
    ...louis,
    DT: 'Facture',
    Ctm: {
      ...{ Nam: 'Ateliers Modèle SAS', Adr: 'quai Perrache', AdrNr: '3', Zip: '69002', City: 'Lyon' },
      ...{ Ctry: 'FR', TaxId: 'FR83404833048' },
    },
    PosA: [{ _: 'Pos', Dsc: 'Déjeuner d’affaires', TaxG: 'B', Qty: '4', Pri: '24.00', Amt: '96.00' }],
    PayA: [{ _: 'Pay', Dsc: 'Carte bancaire', PayG: 'creditcard', Amt: '96.00', UID: '778120' }],
  }),
  receipt({
    ...louis,
    RTN: '1',
    Rsn: 'Erreur de commande',
    PosA: [{ _: 'Pos', Dsc: 'Croissant au beurre', TaxG: 'B', Amt: '-1.50' }],
    PayA: [{ _: 'Pay', Dsc: 'Remboursement', PayG: 'refund', Amt: '-1.50' }],
  }),
  receipt({
    ...camille,
    PosA: [
      { _: 'Pos', Dsc: 'Quotidien régional', TaxG: 'D', Amt: '1.40' },
      { _: 'Vou', Dsc: 'Carte cadeau', TaxG: 'E', Amt: '30.00', VouN: 'C-0042' },
    ],
    PayA: [{ _: 'Pay', Dsc: 'Sans contact', PayG: 'mobile', Amt: '31.40' }],
    Foot,
  }),
];

/** Receipts are printed on request alone, as the law wants it since August 2023. */
export async function openBistro(_register: Register, { setAttributes }: DemoPlace): Promise<void> {
  await setAttributes({ Print_Receipts: 'request' });
}
