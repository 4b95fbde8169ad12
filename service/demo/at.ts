/** Demo data of Austria: an invented shop with a morning's sales, signed with a test key. */
import type { Tree } from '../receipt/tree.ts';

const ADDRESS = { Adr: 'Musterplatz 3', Zip: '8010', City: 'Graz', Ctry: 'AT' };

export const AUSTRIA_CFG: Tree = {
  Cfg: {
    Cmp: { Nam: 'Konditorei Beispiel GmbH', label: 'Konditorei', ...ADDRESS, TaxId: 'ATU12345675' },
    Loc: { TL: 'GRAZ1', Nam: 'Filiale Musterplatz', label: 'Muster', ...ADDRESS },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Kasse 1' },
  },
};

const FOOT = [{ _: 'Txt', value: 'Danke und auf Wiedersehen!' }];

export const AUSTRIA_SALES: readonly Tree[] = [
  {
    Tra: {
      ESR: {
        Opr: '2',
        OprN: 'Anna',
        PosA: [
          { _: 'Pos', Dsc: 'Melange', TaxG: 'A', Qty: '2', Pri: '4.20', Amt: '8.40' },
          { _: 'Pos', Dsc: 'Apfelstrudel', TaxG: 'B', Qty: '2', Pri: '4.90', Amt: '9.80' },
        ],
        PayA: [
          { _: 'Pay', Dsc: 'Bar', PayG: 'cash', Amt: '20.00' },
          { _: 'Pay', Dsc: 'Rückgeld', PayG: 'change', Amt: '-1.80' },
        ],
        Foot: FOOT,
      },
    },
  },
  {
    Tra: {
      ESR: {
        Opr: '2',
        OprN: 'Anna',
        PosA: [
          {
            _: 'Pos',
            PN: '1',
            Dsc: 'Bauernbrot',
            TaxG: 'B',
            Qty: '0.750',
            QtyU: 'kg',
            Pri: '5.60',
            Amt: '4.20',
          },
          { _: 'Pos', PN: '2', Dsc: 'Sachertorte, ganz', TaxG: 'B', Amt: '38.00' },
          { _: 'Mod', PN: '2', Dsc: 'Stammkundenrabatt', Prc: '10', Amt: '-3.80' },
          { _: 'Pos', PN: '3', Dsc: 'Kürbiskernöl 0,25 l', TaxG: 'B', Amt: '9.90' },
        ],
        PayA: [{ _: 'Pay', Dsc: 'Bankomat', PayG: 'debitcard', Amt: '48.30', UID: '104512' }],
        Foot: FOOT,
      },
    },
  },
  {
    Tra: {
      ESR: {
        Opr: '5',
        OprN: 'Lukas',
        Ctm: {
          Nam: 'Steirische Holzbau GmbH',
          Adr: 'Industriezeile 8',
          Zip: '8054',
          City: 'Seiersberg',
          Ctry: 'AT',
          TaxId: 'ATU98765430',
        },
        PosA: [{ _: 'Pos', Dsc: 'Brötchenplatte für 20 Personen', TaxG: 'B', Amt: '96.00' }],
        PayA: [{ _: 'Pay', Dsc: 'Visa', PayG: 'creditcard', Amt: '96.00', UID: '778120' }],
        Foot: FOOT,
      },
    },
  },
  {
    Tra: {
      ESR: {
        Opr: '5',
        OprN: 'Lukas',
        PosA: [{ _: 'Pos', Dsc: 'Rückgabe Kürbiskernöl 0,25 l', TaxG: 'B', Amt: '-9.90' }],
        PayA: [{ _: 'Pay', Dsc: 'Bar zurück', PayG: 'refund', Amt: '-9.90' }],
      },
    },
  },
  {
    Tra: {
      ESR: {
        Opr: '2',
        OprN: 'Anna',
        PosA: [
          { _: 'Pos', Dsc: 'Kleiner Brauner', TaxG: 'A', Amt: '3.40' },
          { _: 'Pos', Dsc: 'Schinkensemmel', TaxG: 'B', Amt: '3.90' },
          { _: 'Pos', Dsc: 'Apfelsaft gespritzt', TaxG: 'A', Amt: '3.80' },
        ],
        PayA: [{ _: 'Pay', Dsc: 'Bar', PayG: 'cash', Amt: '11.10' }],
        Foot: FOOT,
      },
    },
  },
];
