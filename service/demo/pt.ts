/** Demo data of Portugal: an invented shop with a morning's sales. */
import type { Tree } from '../receipt/tree.ts';

export const PORTUGAL_CFG: Tree = {
  Cfg: {
    Cmp: {
      Nam: 'Padaria Exemplo, Lda',
      label: 'Padaria',
      Adr: 'Rua do Exemplo 12',
      Zip: '1100-123',
      City: 'Lisboa',
      Ctry: 'PT',
      TaxId: 'PT599999993',
    },
    Loc: {
      TL: '1',
      Nam: 'Loja da Baixa',
      label: 'Baixa',
      Adr: 'Rua do Exemplo 12',
      Zip: '1100-123',
      City: 'Lisboa',
      Ctry: 'PT',
    },
    Trm: { TT: '1', SW: 'Tillmark demo', SWVersion: '1', HW: 'Caixa 1' },
  },
};

const FOOT = [{ _: 'Txt', value: 'Obrigado e até breve!' }];

export const PORTUGAL_SALES: readonly Tree[] = [
  {
    Tra: {
      ESR: {
        Opr: '3',
        OprN: 'Marta',
        PosA: [
          { _: 'Pos', Dsc: 'Bica', TaxG: 'B', Qty: '2', Pri: '0.80', Amt: '1.60' },
          { _: 'Pos', Dsc: 'Pastel de nata', TaxG: 'B', Qty: '2', Pri: '1.30', Amt: '2.60' },
        ],
        PayA: [
          { _: 'Pay', Dsc: 'Numerário', PayG: 'cash', Amt: '5.00' },
          { _: 'Pay', Dsc: 'Troco', PayG: 'change', Amt: '-0.80' },
        ],
        Foot: FOOT,
      },
    },
  },
  {
    Tra: {
      ESR: {
        Opr: '3',
        OprN: 'Marta',
        PosA: [
          {
            _: 'Pos',
            PN: '1',
            Dsc: 'Pão de Mafra',
            TaxG: 'C',
            Qty: '0.640',
            QtyU: 'kg',
            Pri: '3.20',
            Amt: '2.05',
          },
          { _: 'Pos', PN: '2', Dsc: 'Vinho tinto Douro 75 cl', TaxG: 'A', Amt: '8.90' },
          { _: 'Mod', PN: '2', Dsc: 'Promoção', Prc: '10', Amt: '-0.89' },
          { _: 'Pos', PN: '3', Dsc: 'Queijo de Serpa', TaxG: 'C', Amt: '7.45' },
        ],
        PayA: [{ _: 'Pay', Dsc: 'Multibanco', PayG: 'debitcard', Amt: '17.51', UID: '004512' }],
        Foot: FOOT,
      },
    },
  },
  {
    Tra: {
      ESR: {
        Opr: '4',
        OprN: 'Rui',
        Ctm: {
          Nam: 'Ferragens Mondego SA',
          Adr: 'Av. Central 7',
          Zip: '3080-001',
          City: 'Figueira da Foz',
          Ctry: 'PT',
          TaxId: 'PT245678913',
        },
        PosA: [{ _: 'Pos', Dsc: 'Bolo de aniversário 3 kg', TaxG: 'A', Amt: '46.50' }],
        PayA: [{ _: 'Pay', Dsc: 'Visa', PayG: 'creditcard', Amt: '46.50', UID: '778120' }],
        Foot: FOOT,
      },
    },
  },
  {
    Tra: {
      ESR: {
        Opr: '4',
        OprN: 'Rui',
        RTL: '1',
        RTT: '1',
        RTN: '2',
        Rsn: 'Devolução',
        PosA: [{ _: 'Pos', Dsc: 'Queijo de Serpa', TaxG: 'C', Amt: '-7.45', RPN: '3' }],
        PayA: [{ _: 'Pay', Dsc: 'Devolução em numerário', PayG: 'refund', Amt: '-7.45' }],
      },
    },
  },
  {
    Tra: {
      ESR: {
        Opr: '3',
        OprN: 'Marta',
        PosA: [
          { _: 'Pos', Dsc: 'Galão', TaxG: 'B', Amt: '1.45' },
          { _: 'Pos', Dsc: 'Tosta mista', TaxG: 'B', Amt: '3.90' },
          { _: 'Pos', Dsc: 'Sumo de laranja natural', TaxG: 'A', Amt: '3.20' },
        ],
        PayA: [{ _: 'Pay', Dsc: 'MB WAY', PayG: 'mobile', Amt: '8.55', UID: 'MBW-90211' }],
        Foot: FOOT,
      },
    },
  },
];
