import { expect, it } from 'vitest';
import type { Sheet } from '../../receipt/sheet.ts';
import type { CountryContext } from '../contract/services.ts';
import { Shop } from '../testing/shop.ts';
import { report, reportSheet } from './report.ts';
import { germany } from './testing/example.ts';
import { CFG, SALE } from './testing/shop.ts';

async function written(shop: Shop, cfg = shop.register.cfg!): Promise<string> {
  const source = { rn: 'def', cfg, state: shop.register.state } as never;
  const pieces: Buffer[] = [];
  for await (const { content } of report.files({ sources: [source] } as never, context(shop)))
    for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

function context({ register }: Shop): CountryContext {
  return register.context!;
}

it('has a row for each TSE of a till, with what the tax office asks for', async () => {
  const shop = await Shop.open(germany);
  await shop.send(SALE);
  const [head, ...rows] = (await written(shop)).trimEnd().split('\r\n');
  expect(head).toMatch(/^\uFEFF"FIRMA";"STEUERNUMMER";/);
  const { serial } = shop.equipment.services!.tses!.units[0]!.identity!;
  expect(rows).toHaveLength(1);
  expect(rows[0]!.split(';')).toEqual([
    ...['"Café Beispiel GmbH"', '"12/345/67890"', '"DE123456788"', '"B1"', '"Hauptstraße 1"', '"10115"'],
    ...['"Berlin"', '1', '"Computergestütztes Kassensystem"', '"Tillmark"', expect.any(String)],
    ...['', '', '"KASSE-1"', '"2026-05-12"', '"Test TSE"', `"${serial}"`],
  ]);
  // Names of the POS go before that of this program; line ends and quotes stay within their cell.
  const other = { ...CFG, Cmp: { ...CFG.Cmp, Nam: '=A "B"\r\nC' }, Trm: { TT: '1', SW: 'BarPos' } };
  const [, row] = (await written(shop, other)).split('\r\n');
  expect(row).toMatch(/^"'=A ""B"" C";.*"BarPos";;/);
});

it('has a till without a TSE and without receipts, too', async () => {
  const shop = await Shop.open({ ...germany, equipment: () => ({}) });
  expect((await written(shop)).trimEnd().split('\r\n')[1]).toMatch(/;"KASSE-1";;;$/);
});

it('says the same on a sheet, by place and till, and names what is missing', async () => {
  const shop = await Shop.open(germany);
  await shop.send(SALE);
  const drawn: Sheet[] = [];
  const drawSheet = (sheet: Sheet) => {
    drawn.push(sheet);
    return context(shop).drawSheet(sheet);
  };
  const source = { rn: 'def', cfg: shop.register.cfg!, state: shop.register.state };
  const other = { ...source, cfg: { ...CFG, Trm: { TT: '2' } } };
  const files = reportSheet.files({ sources: [source, other] } as never, { ...context(shop), drawSheet });
  const pieces: Buffer[] = [];
  for await (const { content } of files) for await (const piece of content) pieces.push(piece);
  expect(Buffer.concat(pieces).toString('latin1')).toMatch(/^%PDF-/);
  const [{ sections }] = drawn as [Sheet];
  expect(sections.map(({ heading }) => heading)).toEqual([
    ...['Unternehmen und Betriebsstätte', 'Kasse KASSE-1', expect.stringMatching(/^Kasse ./)],
  ]);
  expect(sections[0]!.facts).toContainEqual(['Anzahl der Aufzeichnungssysteme', '2']);
  const { serial } = shop.equipment.services!.tses!.units[0]!.identity!;
  expect(sections[1]!.facts).toEqual([
    ['Art des Aufzeichnungssystems', 'Computergestütztes Kassensystem'],
    ['Software', 'Tillmark'],
    ['Version der Software', expect.any(String)],
    ['Hersteller des Geräts', 'fehlt'],
    ['Modell des Geräts', 'fehlt'],
    ['Seriennummer', 'KASSE-1'],
    ['Erste Aufzeichnung', '12.05.2026'],
    ['Technische Sicherheitseinrichtung (TSE)', expect.any(String)],
    ['Seriennummer der TSE', serial],
  ]);
});
