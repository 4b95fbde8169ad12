/** The journal export of SKVFS 2021:16: names and order of its elements, what belongs to which day, sums of the Z report. */
import { expect, it } from 'vitest';
import { blocks, filesOf } from '../base/cash-register/testing/day.ts';
import { children, readXml, type XmlElement } from '../base/xml-reader.ts';
import { isService } from '../base/cash-register/transaction.ts';
import { registeredAt } from './export-articles.ts';
import { serialNumber, twoDecimals } from './export-names.ts';
import { saft } from './export.ts';
import { openCafe, sellADay } from './testing/cafe.ts';

const namesOf = (element: XmlElement) => element.children.map(({ name }) => name).join(' ');
const content = (xml: string, name: string) => blocks(xml, `utreko:${name}`);
const text = (block: string, name: string) =>
  new RegExp(`<utreko:${name}>([^<]*)</utreko:${name}>`).exec(block)?.[1];

const RECEIPT = [
  'ForetagetsNamn OrganisationsnummerEllerPersonnummer DenAdressDarForsaljningSker',
  'DatumOchKlockslagNarKvittoFramstalls LopnummerForKassakvitto Kassabeteckning SaldaArtiklarLISTA',
  'TotaltForsaljningsbeloppISvenskaKronor MervardesskattPaForsaljningsbeloppet',
  'TotalaForsaljningssummorPerBetalningsmedelLISTA MervardesskattPaOlikaSkattesatserLISTA',
  'LopnummerForZDagrapportPaKvitto TillverkningsnummerForKontrollenheten Kontrollkod',
].join(' ');

it('has everything of a day, in the order of the schema and of time', async () => {
  const cafe = await openCafe();
  await sellADay(cafe);
  const files = await filesOf(cafe.shop, saft);
  expect([...files.keys()]).toEqual(['ExportAvDataFranJournalminneEnligtSKVFS2021-16_20260501-20260531.xml']);
  const [xml] = [...files.values()] as [string];
  const read = readXml(Buffer.from(xml));
  if (!('root' in read)) throw new Error(read.problem);
  expect(namesOf(read.root)).toBe(
    'BeteckningPaDetKassaregisterSomExportAvDataFranJournalminnetSkerIfran TidpunktForNarExportAvDataFranJournalminnetSker ' +
      'ValdPeriodForExportAvDataFranJournalminne BeteckningPaValdaKassaregisterForExportAvDataFranJournalminnenLISTA ' +
      'InformationOmForetaget KassaregistersystemLISTA RegistreringLISTA',
  );
  const events = children(children(read.root, 'RegistreringLISTA')[0], 'Handelse');
  const kinds = events.map(({ children: parts }) => parts.at(-1)!.name);
  expect(kinds).toEqual([
    ...['RegistreraArtikel', 'StartAvKassaregister', 'InloggningIKassaregister', 'ForandraVaxelkassa'],
    ...['Kassakvitto', 'Returkvitto', 'Kassakvitto', 'Returkvitto', 'Ovningskvitto', 'ProFormaKvitto'],
    ...['KopiaAvKassakvitto', 'ParkeraRegistreradArtikel', 'ParkeraRegistreradArtikel', 'OppnaParkering'],
    ...['Kassakvitto', 'OppnaKassaladaVidNollforsaljning', 'ForandraVaxelkassa'],
    ...['RaderaRegistreradArtikel', 'StallaPrisforfragan', 'StallaOmTillOvningslage'],
    ...['StallaOmTillNormallage', 'ParkeraRegistreradArtikel', 'RaderaParkeradArtikel', 'Kassakvitto'],
    ...['XDagrapport', 'ZDagrapport', 'Kassakvitto', 'UtloggningUrKassaregister'],
  ]);
  expect(namesOf(events[4]!.children.at(-1)!)).toBe(RECEIPT);
  const sold = content(xml, 'Kassakvitto');
  expect(sold.map((each) => text(each, 'LopnummerForZDagrapportPaKvitto'))).toEqual([
    ...['1', '1', '1', '1', '0'],
  ]);
  expect(sold.map((each) => text(each, 'Kontrollkod'))).toEqual(
    [1, 3, 8, 9, 10].map((number) => cafe.unit.stored.find((each) => each.number === number)!.code),
  );
  expect(sold[0]).toContain('&lt;&amp; åäö&gt;');
  expect(text(sold[0]!, 'ArtikelnsRegistreringstidpunkt')).toBe('2026-05-12T11:59:30');
  const [copy] = content(xml, 'KopiaAvKassakvitto') as [string];
  expect(text(copy, 'LopnummerPaOriginalkvitto')).toBe('1');
  expect(text(copy, 'KontrollkodForKvittotSomKopianAvser')).toBe(cafe.unit.stored[0]!.code);
  expect(text(copy, 'KontrollkodPaKopiaAvKassakvitto')).toBe(
    cafe.unit.stored.find(({ kind }) => kind === 'kopia')!.code,
  );
  const [returned, taken] = content(xml, 'Returkvitto') as [string, string];
  expect([returned, taken].map((each) => text(each, 'LopnummerForUrsprungligtKassakvitto'))).toEqual([
    '1',
    '3',
  ]);
  const [bill] = content(xml, 'ProFormaKvitto') as [string];
  expect(text(bill, 'TotaltForsaljningsbeloppISvenskaKronor')).toBe('112.00');
  expect(
    content(xml, 'ForandraVaxelkassa').map((each) => text(each, 'ForandringAvVaxelkassaISvenskaKronor')),
  ).toEqual(['500.00', '-100.00']);
  const deleted = ['RaderaRegistreradArtikel', 'RaderaParkeradArtikel'].map((name) => content(xml, name)[0]!);
  expect(deleted.map((each) => text(each, 'UrsprungligRegistreringstidpunkt'))).toEqual([
    ...['2026-05-12T11:58:00', '2026-05-12T11:50:00'],
  ]);
  expect(deleted.map((each) => text(each, 'IdentitetsbeteckningPaParkering'))).toEqual([
    undefined,
    'STO1-1-P3',
  ]);
  const [asked] = content(xml, 'StallaPrisforfragan') as [string];
  expect([text(asked, 'NamnPaHuvudgrupp'), text(asked, 'PrisPaEfterfragadArtikel')]).toEqual([
    'Vin',
    '125.00',
  ]);
});

it('has a Z report whose sums are those of its receipts', async () => {
  const cafe = await openCafe();
  await sellADay(cafe);
  const [xml] = [...(await filesOf(cafe.shop, saft)).values()] as [string];
  const [report] = content(xml, 'ZDagrapport') as [string];
  const cents = (amount: string | undefined) => Math.round(Number(amount) * 100);
  const closed = content(xml, 'Kassakvitto').filter(
    (each) => text(each, 'LopnummerForZDagrapportPaKvitto') === '1',
  );
  const total = closed.reduce(
    (sum, each) => sum + cents(text(each, 'TotaltForsaljningsbeloppISvenskaKronor')),
    0,
  );
  const of = (name: string) => text(report, name);
  expect(cents(of('TotalForsaljningssumma'))).toBe(total);
  expect([of('AntalKassakvitton'), of('AntalReturer'), of('ReturernasBelopp')]).toEqual(['4', '1', '125.00']);
  expect([of('AntalKvittokopior'), of('TotaltBeloppPaKvittokopior')]).toEqual(['1', '246.20']);
  expect([of('AntalKvittonSomTagitsFramIOvningslage'), of('TotaltBeloppIOvningslage')]).toEqual([
    '1',
    '125.00',
  ]);
  expect(of('RabatternasBelopp')).toBe('25.00');
  // Two bottles and a bread less one bottle, a sale that was taken back, lunch; a haircut.
  expect([of('AntalSaldaVaror'), of('AntalSaldaTjanster'), of('AntalKassaladoppningar')]).toEqual([
    '3',
    '1',
    '1',
  ]);
  expect(content(report, 'NamnPaHuvudgrupp').join('')).toContain('Klippning');
  expect([of('AntalOavslutadeForsaljningar'), of('TotaltBeloppAvOavslutadeForsaljningar')]).toEqual([
    '1',
    '30.00',
  ]);
  expect(of('VaxelkassansBeloppISvenskaKronor')).toBe('500.00');
  expect(cents(of('GrandTotalForsaljning')) - cents(of('GrandTotalRetur'))).toBe(
    cents(of('GrandTotalNetto')),
  );
  expect(of('GrandTotalRetur')).toBe('250.00');
});

it('writes decimals with two digits, knows services, and the times that tills send', () => {
  expect(['1', '1.5', '0.2405', '-0.995', '0.004'].map(twoDecimals)).toEqual([
    '1',
    '1.5',
    '0.24',
    '-1.00',
    '0.00',
  ]);
  expect(['S-1', 'Kassa nr. 7', 'ÅÄÖ_1', '', undefined].map(serialNumber)).toEqual([
    ...['S-1', 'Kassa nr 7', 'AAO 1', '-', '-'],
  ]);
  const type = (Cat: string) => isService({ _: 'Pos', Cat });
  expect(['04003', '04005', 'tjänst', 'Mat'].map(type)).toEqual([false, true, true, false]);
  const at = (TS: string) => registeredAt({ _: 'Pos', TS }, '2026-05-12T12:00:00');
  expect(at('11:29')).toBe('2026-05-12T11:29:00');
  expect(at('2026-05-11T23:59:01')).toBe('2026-05-11T23:59:01');
  // Shortly after midnight the evening before is meant; a clock that goes ahead is not believed.
  expect(registeredAt({ _: 'Pos', TS: '23:50' }, '2026-05-13T00:10:00')).toBe('2026-05-12T23:50:00');
  expect([at('12:01'), at('2099-01-01T08:00'), at('1999-12-31T08:00'), at('2026-02-30T08:00')]).toEqual(
    Array(4).fill('2026-05-12T12:00:00'),
  );
  expect([at('99:99'), at('nonsense'), at('')]).toEqual(Array(3).fill('2026-05-12T12:00:00'));
});
