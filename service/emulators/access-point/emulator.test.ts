import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sbdh } from '../../e-invoicing/channels/sbdh.ts';
import { invoiceOf } from '../../e-invoicing/build.ts';
import { samples } from '../../e-invoicing/testing/samples.ts';
import { startAccessPoint, type AccessPoint } from './emulator.ts';
import { patientMaker } from '../../e-invoicing/testing/maker.ts';

const ID = 'a1b2c3d4-0000-8000-8000-000000000000';
const maker = patientMaker();
let point: AccessPoint;
let document: string;

beforeAll(async () => {
  point = await startAccessPoint({ token: 'secret', participants: ['0088:4000001123452'], background: true });
  const [sample] = fc.sample(samples('plain', 'peppol'), { numRuns: 1, seed: 3 });
  const built = invoiceOf(sample!);
  if ('issues' in built) throw new Error('no invoice');
  const { invoice } = built;
  const made = await maker.make(invoice, sample!.route.format);
  if ('problem' in made) throw new Error(made.problem);
  document = sbdh({
    ...{ id: ID, number: invoice.number, kind: '380', syntax: 'UBL', from: invoice.seller.endpoint },
    ...{ to: invoice.buyer.endpoint, customization: sample!.route.format.customization, seller: 'S' },
    ...{ country: 'DE', language: 'de', fileName: 'x.xml', mediaType: 'application/xml', test: true },
    bytes: Buffer.from(made.xml),
  });
});
afterAll(() => Promise.all([point.stop(), maker.close()]));

async function post(body: string, token = 'secret'): Promise<[status: number, text: string]> {
  const headers = { 'x-token': token, 'content-type': 'application/xml' };
  const answer = await fetch(`${point.url}/sendsbdh`, { method: 'POST', body, headers });
  return [answer.status, await answer.text()];
}

it.each<[what: string, spoil: (text: string) => string, status: number, said: string]>([
  ['no XML', (text) => text.slice(0, -5), 422, 'well-formed'],
  [
    'no header',
    (text) => text.replaceAll('StandardBusinessDocument', 'Other'),
    422,
    'no business document header',
  ],
  ['wrong sums', (text) => text.replace(/(PayableAmount currencyID="EUR">)/, '$19'), 422, 'BR-CO-16'],
  [
    'another recipient',
    (text) => text.replace('0088:4000001123452', '0088:4012345000009'),
    422,
    'another recipient',
  ],
  ['another form', (text) => text.replace('##urn:cen.eu', '##urn:other'), 422, 'DOCUMENTID'],
  ['an id that is none', (text) => text.replace(ID, '1'), 422, 'UUID'],
])('refuses a document with %s', async (_, spoil, status, said) => {
  const [answered, text] = await post(spoil(document));
  expect([answered, text]).toEqual([status, expect.stringContaining(said)]);
  expect(point.documents).toEqual([]);
});

it('takes a document once, whoever sends it again, and lets in who has the token', async () => {
  expect((await post(document, 'guess'))[0]).toBe(401);
  expect((await post(document))[0]).toBe(200);
  expect((await post(document))[0]).toBe(200);
  const twin = await post(document.replace(ID, ID.replace('a1', 'b2')));
  expect(twin).toEqual([422, expect.stringContaining('was sent before')]);
  const other = await post(document.replace(/Vielen Dank/, 'Danke'));
  expect(other[0]).toBe(409);
  expect(point.documents).toHaveLength(1);
});
