import { expect, it } from 'vitest';
import type { Position } from '../../receipt/tra.ts';
import { exemptGroup, exemptionTags, exemptionText } from './exemptions.ts';

const taxes = (...groups: string[]) => groups.map((TaxG) => ({ _: 'Tax', TaxG, Prc: '0' }));
const positions = (...all: Partial<Position>[]) => all.map((p) => ({ _: 'Pos', ...p }));

it('names the codes in the rows of the tax table that bear no tax', () => {
  const PosA = positions(
    { TaxG: 'M07' },
    { TaxG: '0%', PT_TaxExemptionCode: 'M05' },
    { TaxG: 'Livros', PT_TaxExemptionCode: 'M16' },
    { TaxG: 'Livros' },
    { TaxG: 'Taxa' },
  );
  const group = exemptGroup({ PosA });
  expect(taxes('M07', 'M99', '0%', 'Livros', 'Taxa', 'M10', 'IS 17').map(group)).toEqual([
    'M07',
    'M05',
    'M05',
    'Livros M16 M99',
    'Taxa M99',
    'M10',
    undefined,
  ]);
  expect(group({ _: 'Tax', TaxG: 'Livros', Prc: '6' })).toBeUndefined();
});

it('gives the reason of each code once, unless the POS has sent its own', () => {
  const PosA = positions(
    { TaxG: 'M07' },
    { TaxG: 'M07', PT_TaxExemptionReason: 'Ensino' },
    { TaxG: 'M05', PT_TaxExemptionReason: 'Exportação' },
    { TaxG: 'M98' },
    { TaxG: 'A' },
  );
  const TaxA = [...taxes('M07', 'M05', 'M98'), { _: 'Tax', TaxG: 'A', Prc: '23' }];
  expect(exemptionTags({ PosA, TaxA })).toEqual([
    { Label: 'M07', Name: 'Exemption', Value: 'Isento artigo 9.º do CIVA' },
  ]);
  // Sent with the taxes alone.
  expect(exemptionTags({ PosA: [], TaxA: taxes('Livros') })).toMatchObject([{ Label: 'M99' }]);
});

it('tells the reason at a line whose group has no rate by the tax table alone', () => {
  const line = { _: 'Pos', TaxG: 'Livros' };
  expect([exemptionText(line), exemptionText(line, true)]).toEqual([
    undefined,
    'M99 Não sujeito ou não tributado',
  ]);
});

it.each<[Partial<Position>, string | undefined]>([
  [{ TaxG: 'A' }, undefined],
  [{ TaxG: '23%' }, undefined],
  [{}, undefined],
  [{ TaxG: 'M07' }, 'Isento artigo 9.º do CIVA'],
  [{ TaxG: 'M07 X' }, 'Isento artigo 9.º do CIVA'],
  [{ TaxG: 'M07', PT_TaxExemptionReason: 'Ensino' }, 'Ensino'],
  // The code is not beside the amount here.
  [{ TaxG: '0%' }, 'M99 Não sujeito ou não tributado'],
  [{ TaxG: '0.00%', PT_TaxExemptionCode: 'M05' }, 'M05 Isento artigo 14.º do CIVA'],
  [{ TaxG: 'Livros', PT_TaxExemptionCode: 'M16' }, 'M16 Isento artigo 14.º do RITI'],
  // A code younger than this program.
  [{ TaxG: 'M98' }, undefined],
  [{ TaxG: 'M98', PT_TaxExemptionReason: 'Lei nova' }, 'Lei nova'],
])('%j is printed with %j', (position, text) => {
  expect(exemptionText({ _: 'Pos', ...position })).toBe(text);
});
