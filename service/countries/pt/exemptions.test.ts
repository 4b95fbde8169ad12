import { expect, it } from 'vitest';
import type { Position } from '../../receipt/tra.ts';
import { exemptionText } from './exemptions.ts';

it.each<[Partial<Position>, string | undefined]>([
  [{ TaxG: 'A' }, undefined],
  [{ TaxG: '23%' }, undefined],
  [{}, undefined],
  [{ TaxG: 'M07' }, 'Isento artigo 9.º do CIVA'],
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
