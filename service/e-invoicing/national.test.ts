/** Invoices over Peppol of sellers whose country asks for more. */
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { invoiceOf } from './build.ts';
import { InvoiceDocuments } from './documents.ts';
import { samples, type Kind } from './testing/samples.ts';
import { patientMaker } from './testing/maker.ts';

const documents = new InvoiceDocuments(patientMaker());
afterAll(() => documents.close());

/** The invoice of a seller to a customer of his own country: its XML, or the rules that it breaks. */
async function written(kind: Kind, Ctry: string, TaxId: string, Org = ''): Promise<string> {
  const payment = (code: string) => ({ _: 'Pay' as const, Dsc: code, PayG: code });
  const [sample] = fc.sample(samples(kind, 'peppol'), { numRuns: 1, seed: 7 });
  const { esr, cfg, route } = sample!;
  const built = invoiceOf({
    ...sample!,
    esr: { ...esr, Ctm: { ...esr.Ctm, Ctry, TaxId }, PayA: [{ ...payment('creditcard'), Amt: esr.T }] },
    cfg: { ...cfg, Cmp: { ...cfg.Cmp, Ctry, TaxId, Org } },
    route: { ...route, sender: '0088:4000001123452' },
  });
  if ('issues' in built) throw new Error(JSON.stringify(built.issues));
  const made = await documents.write(built.invoice, route);
  if ('xml' in made) return made.xml;
  if ('faults' in made) return made.faults.map(({ rule }) => rule).join(' ');
  throw new Error(made.problem);
}

it('names Danes by their CVR number, and cards by the code that Danes may use', async () => {
  const xml = await written('plain', 'DK', 'DK13585628', 'ApS');
  expect(xml).toContain('<cbc:CompanyID schemeID="0184">13585628</cbc:CompanyID>');
  expect(xml).toMatch(/<cbc:PaymentMeansCode[^>]*>48</);
  const outside = await written('outside of VAT', 'DK', 'DK13585628', '25313763');
  expect(outside.match(/schemeID="0184">\d+/g)).toEqual([
    'schemeID="0184">25313763',
    'schemeID="0184">13585628',
  ]);
});

it('takes a Swedish organisation number as people write it, and refuses what is none', async () => {
  const id = 'SE556042722001';
  expect(await written('exempt', 'SE', id, '556042-7220')).toContain('>5560427220</cbc:CompanyID>');
  expect(await written('exempt', 'SE', id, '556042-7221')).toBe('SE-R-013');
  // The samples are sold at rates of other countries.
  expect(await written('net', 'SE', id)).toContain('SE-R-006');
});
