import fc from 'fast-check';
import type { Paper } from '../wire.ts';

/** A Portuguese receipt with a bit of everything. */
export function paper(values: Partial<Paper> = {}): Paper {
  return {
    sq: 3,
    title: 'Fatura simplificada',
    number: 'FS 1_1.26/2',
    date: '2026-11-20T10:15:30',
    dateText: '2026-11-20 10:15:30',
    currency: 'EUR',
    country: 'PT',
    language: 'pt',
    seller: ['Padaria Exemplo, Lda', 'Rua do Exemplo 12', '1100-123 Lisboa', 'NIF PT599999993'],
    buyer: ['Ferragens Mondego SA', 'Av. Central 7', '3080-001 Figueira da Foz'],
    marks: [],
    head: ['Bom dia'],
    lines: [
      {
        kind: 'item',
        text: 'Pão de Mafra',
        detail: '0.64 kg x 3.20',
        quantity: '0.64 kg',
        price: '3.20',
        taxGroup: 'C',
        amount: '2.05',
      },
      { kind: 'item', text: 'Vinho tinto Douro', taxGroup: 'A', amount: '8.90' },
      { kind: 'modifier', text: 'Promoção 10%', amount: '-0.89' },
      { kind: 'text', text: 'Cartão cliente', amount: '1234 5678' },
    ],
    carried: ['2.05', '10.95', '10.06', '10.06'],
    total: '10.06',
    payments: [{ label: 'Numerário', value: '10.06' }],
    taxes: [
      { group: 'C', rate: '6', net: '1.93', tax: '0.12', gross: '2.05' },
      { group: 'A', rate: '23', net: '6.51', tax: '1.50', gross: '8.01' },
    ],
    operator: 'Marta',
    tags: [
      { label: 'NIF', value: '245678913' },
      { label: '', value: 'MRoA-Processado por programa certificado n.º 0000/AT' },
      { label: 'ATCUD', value: 'CSDF7T5H-2', tight: true },
    ],
    qr: 'A:599999993*B:245678913*C:PT*D:FS*E:N*F:20261120*G:FS 1_1.26/2*H:CSDF7T5H-2*I1:PT*I3:1.93*I4:0.12*I7:6.51*I8:1.50*N:1.62*O:10.06*Q:MRoA*R:0',
    leastQrVersion: 9,
    foot: ['Obrigado e até breve!'],
    words: {
      total: 'Total',
      tax: 'IVA',
      net: 'Base',
      gross: 'Total',
      rate: 'Taxa',
      operator: 'Operador',
      description: 'Descrição',
      quantity: 'Qtd.',
      price: 'Preço',
      amount: 'Valor',
      customer: 'Cliente',
      page: 'Página',
      carried: 'Transporte',
    },
    ...values,
  };
}

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 120 }),
  fc.string({ unit: fc.constantFrom('a', 'ç', 'e\u0301', '漢', '🥐', ' ', '\t', '€', '-'), maxLength: 120 }),
);
const amount = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => (cents / 100).toFixed(2));

/** Receipts with texts and amounts of any kind. */
export const papers: fc.Arbitrary<Paper> = fc
  .record({
    seller: fc.array(text, { maxLength: 4 }),
    buyer: fc.array(text, { maxLength: 3 }),
    marks: fc.array(text, { maxLength: 2 }),
    head: fc.array(text, { maxLength: 2 }),
    lines: fc.array(
      fc.record(
        {
          kind: fc.constantFrom('item' as const, 'modifier' as const, 'text' as const),
          text,
          detail: text,
          taxGroup: fc.constantFrom('A', 'AM', 'M99', '23%'),
          amount,
        },
        { requiredKeys: ['kind', 'text', 'amount'] },
      ),
      { maxLength: 8 },
    ),
    total: amount,
    payments: fc.array(fc.record({ label: text, value: amount }), { maxLength: 3 }),
    taxes: fc.array(
      fc.record({
        group: fc.constantFrom('A', 'M99'),
        rate: fc.constantFrom('23', '5.5'),
        net: amount,
        tax: amount,
        gross: amount,
      }),
      { maxLength: 3 },
    ),
    tags: fc.array(fc.record({ label: text, value: text }), { maxLength: 4 }),
    foot: fc.array(text, { maxLength: 2 }),
    isLarge: fc.boolean(),
  })
  .map(({ isLarge, ...values }) => paper({ ...values, ...(isLarge && { largeHeadings: true }) }));

/** All amounts of a receipt, in order. */
export function amountsOf({ lines, total, payments, taxes }: Paper): string[] {
  return [
    ...lines.flatMap((line) => line.amount ?? []),
    total ?? '',
    ...payments.map((p) => p.value),
    ...taxes.flatMap((t) => [t.net, t.tax, t.gross]),
  ];
}
