import { describe, expect, it } from 'vitest';
import { keysOf, pageFaults, readPageTexts } from '../testing/page-faults.ts';
import { declarationDocument, declarationFacts } from './declaration.ts';
import { spainPage, type SpainPageInput } from './page.ts';
import { REGIONS } from './region.ts';
import { CFG } from './testing/sales.ts';
import { PROVINCES } from './ticketbai/provinces.ts';
import { factsOf } from './ticketbai/settings.ts';
import { NO_ATTRIBUTES } from '../../testing/country-services.ts';

const texts = readPageTexts('es');
const producer = { name: 'Tillmark & Co', taxId: 'B12345674' };
const program = () => ({ product: 'Tillmark', version: '1.2.3', certificate: '0', producer });

/** A shop in operation. */
function shop(more: Partial<SpainPageInput> = {}): SpainPageInput {
  return {
    now: '2026-11-23T10:30:00',
    environment: 'production',
    certificate: { subject: 'B12345674', issuer: 'FNMT', validTill: '2027-05-01', daysLeft: 159 },
    waiting: { count: 0, deadline: null },
    lastAnswer: { time: '2026-11-23T10:29:58', failure: null },
    ...{ region: 'verifactu', tax: 'IVA', installation: '1-1-20260101', facts: [], flawed: [], problems: [] },
    declaration: declarationFacts({ program }),
    ...more,
  };
}

const rejected = { at: '2026-11-23T10:00:00', state: 'rejected', text: '1110 NIF' } as const;
const troubled = shop({
  environment: 'test',
  certificate: null,
  waiting: { count: 3, deadline: '2026-11-24T09:00:00' },
  lastAnswer: { time: '2026-11-23T10:29:58', failure: '4112' },
  installation: null,
  flawed: [
    { sq: 7, at: null, state: 'accepted-with-errors', text: '' },
    ...Array.from({ length: 51 }, (_, i) => ({ sq: 8 + i, ...rejected })),
  ],
});
const settings = { attributes: () => NO_ATTRIBUTES, cfg: CFG };
const others = [
  shop({ lastAnswer: null }),
  shop({ facts: factsOf(PROVINCES.bizkaia, settings) }),
  ...REGIONS.map((region) => shop({ region })),
];

describe('the page for Spain', () => {
  it.each([
    ['a shop in operation', shop()],
    ['a shop in trouble', troubled],
  ])('can be drawn: %s', (_what, input) => {
    expect(pageFaults(spainPage(input), texts, 'ES')).toEqual([]);
  });

  it('uses all of its texts', () => {
    const used = new Set([shop(), troubled, ...others].flatMap((input) => [...keysOf(spainPage(input))]));
    const unused = [...texts.en!.keys()].filter((key) => !used.has(key) && !key.startsWith('error.'));
    expect(unused).toEqual([]);
  });

  it('has the declaration of the producer as a document', () => {
    const text = declarationDocument({ program }, '2026-11-23');
    expect(text).toContain('<dd>Tillmark &amp; Co</dd>');
    expect(text).toContain('<dd>2026-11-23</dd>');
  });
});
