/** The journal export is right to a reader that shares nothing with what writes it, and each of its rules is shown on a broken file. */
import { describe, expect, it } from 'vitest';
import { filesOf } from '../../base/cash-register/testing/day.ts';
import { saft } from '../export.ts';
import { inOrder, type TimedEvent } from '../export-order.ts';
import { openCafe, pos, receipt, SALE, sellADay } from '../testing/cafe.ts';
import { verifyJournalExport } from './verify.ts';

const NAME = 'journal.xml';

function check(xml: string) {
  return verifyJournalExport({
    names: [NAME],
    async *open() {
      yield await Promise.resolve(Buffer.from(xml));
    },
  });
}

/** Made by the first test that wants it: shops and units end with their test. */
let made: Promise<string> | undefined;
const journal = () => (made ??= sellTwoDays());

async function sellTwoDays(): Promise<string> {
  const cafe = await openCafe();
  const { shop } = cafe;
  await sellADay(cafe);
  // Reports without a sale, and an article that was registered before the event that stands before it.
  await shop.sell({ NF: 'drawer', Opr: 'E1' });
  await shop.sell({ ...SALE, PosA: [pos('Vin', 'A', '125.00', { TS: '11:30' })] });
  await shop.sell({ NFS: 'Z', Opr: 'E1' });
  await shop.sell({ NFS: 'X', Opr: 'E1' });
  await shop.sell(receipt([pos('Vin', 'A', '125.00')], '125.00'));
  return [...(await filesOf(shop, saft)).values()][0]!;
}

describe('a file of two days', () => {
  it('is right', async () => {
    expect(await check(await journal())).toMatchObject({
      findings: [],
      more: 0,
      counts: { files: 1, reports: 4, receipts: 11 },
    });
  });

  it.each<[finding: string, was: RegExp, is: string]>([
    ['another namespace', /utreko:KopiaAvKassakvitto>/g, 'utrein:KopiaAvKassakvitto>'],
    ['Handelse has no event that is known', /utreko:Returkvitto>/g, 'utreko:Retur>'],
    ['must be a text of 1 to 72 letters', /(<utreko:Artikelnamn>)Vin</, `$1${'x'.repeat(73)}<`],
    ['must be a time without zone', /(<utreko:Registreringstidpunkt>[^<]*)</, '$1Z<'],
    ['must be a number with at most two decimals', /(<utreko:PrisPerEnhet>)[^<]*/, '$11.234'],
    [
      'has no ForetagetsNamn',
      /(<utreko:Kassakvitto>\s*)<utreko:ForetagetsNamn>[^<]*<\/utreko:ForetagetsNamn>/,
      '$1',
    ],
    ['RegistreringarLISTA is no element', /RegistreringLISTA/g, 'RegistreringarLISTA'],
    [
      'Kassaregistersystemet is missing',
      /<utreko:Kassaregistersystemet>[\s\S]*<\/utreko:Kassaregistersystemet>/,
      '',
    ],
    ['the check digit of the company', /5560004615/g, '5560004614'],
    ['is of the company 5560004623', /(<utreko:Kassakvitto>[\s\S]*?)5560004615/, '$15560004623'],
    [
      'the head does not name the register',
      /(<utreko:BeteckningPaValtKassaregister[^>]*>)STO1-1/,
      '$1STO1-9',
    ],
    [
      'holds a document of STO1-9',
      /(<utreko:Kassakvitto>[\s\S]*?<utreko:Kassabeteckning>)STO1-1/,
      '$1STO1-9',
    ],
    ['stands behind', /(<utreko:Registreringstidpunkt>2026-05-12T)11/, '$123'],
    ['number 1 follows', /(<utreko:LopnummerForKassakvitto>)3</, '$11<'],
    ['its articles come to', /(<utreko:PrisPaSaldArtikel>)225.00/, '$1225.01'],
    ['of tax', /(<utreko:MervardesskattPaSaldArtikel>)45.00/, '$130.00'],
    ['its rates come to', /(<utreko:MervardesskattPaForsaljningsbeloppet>)46.20/, '$146.00'],
    ['that of its rate', /(<utreko:MervardesskattesatsForSaldArtikel>)6</, '$15.99<'],
    ['are paid', /(<utreko:ForsaljningssummaPerBetalningsmedel>)246.20/, '$1200.00'],
    [
      'must be a serial number of 17 letters',
      /(<utreko:Kassakvitto>[\s\S]*?<utreko:TillverkningsnummerForKontrollenheten>)[^<]*/,
      '$1-',
    ],
    ['there is no receipt 2', /(<utreko:LopnummerPaOriginalkvitto>)1</, '$12<'.replace('2', '22')],
    [
      'time, code or total are not those of receipt 1',
      /(<utreko:KontrollkodForKvittotSomKopianAvser>).{3}/,
      '$1AAA',
    ],
    ['TotalForsaljningssumma is', /(<utreko:TotalForsaljningssumma>)8/, '$19'],
    ['must be a code of 59 letters', /(<utreko:Kontrollkod>)../, '$1'],
    [
      'RaderaParkeradArtikel has no UrsprungligRegistreringstidpunkt',
      /(<utreko:RaderaParkeradArtikel>[\s\S]*?)<utreko:UrsprungligRegistreringstidpunkt>[^<]*<[^>]*>/,
      '$1',
    ],
    [
      'ProFormaKvitto: an article at 11300',
      /(<utreko:ProFormaKvitto>[\s\S]*?<utreko:PrisPaSaldArtikel>)112/,
      '$1113',
    ],
    ['must be a number that is not negative', /(<utreko:TotaltBeloppAvOavslutadeForsaljningar>)/, '$1-'],
    ['AntalSaldaTjanster is', /(<utreko:AntalSaldaTjanster>)1/, '$12'],
    ['TotaltBeloppIOvningslage is', /(<utreko:TotaltBeloppIOvningslage>)1/, '$12'],
    ['TotalForsaljningssummaForHuvudgrupp is', /(<utreko:TotalForsaljningssummaForHuvudgrupp>)\d/, '$19'],
    ['AntalKvittokopior is', /(<utreko:AntalKvittokopior>)1/, '$12'],
    ['RabatternasBelopp is', /(<utreko:RabatternasBelopp>)25/, '$126'],
    ['its tax with 24 % is not', /(<utreko:XDagrapport>[\s\S]*?<utreko:Mervardesskattesats>)25</, '$124<'],
    [
      'what was paid by Kontant',
      /(<utreko:XDagrapport>[\s\S]*?<utreko:Betalningsmedel>)Betalkort</,
      '$1Kontant<',
    ],
    ['net grand total', /(<utreko:GrandTotalNetto>)\d/, '$19'],
    [
      'do not go on from those before',
      /(<utreko:GrandTotalRetur>)250.00([\s\S]*?<utreko:GrandTotalNetto>)(-?\d+)/g,
      '$1251.00$2$3',
    ],
    ['it follows number 1', /(<utreko:LopnummerForZDagrapport>)2</, '$13<'],
    ['one of its receipts names number 2', /(<utreko:LopnummerForZDagrapportPaKvitto>)1</, '$12<'],
    ['cannot be read', /<\/utreko:RegistreringLISTA>/, ''],
    ['no journal export', /utredningsstod\/1.0/, 'utredningsstod/2.0'],
  ])('is not, and %s', async (finding, was, is) => {
    const xml = await journal();
    const broken = xml.replace(was, is);
    expect(broken).not.toBe(xml);
    const { findings } = await check(broken);
    expect(findings.map(({ text }) => text).join('\n')).toContain(finding);
  });

  it('is not where a receipt was copied twice, or one is behind the report that it names', async () => {
    const xml = await journal();
    const [copy] =
      /<utreko:Handelse>(?:(?!<\/utreko:Handelse>)[\s\S])*KopiaAvKassakvitto[\s\S]*?<\/utreko:Handelse>/.exec(
        xml,
      )!;
    const twice = xml.replace(copy, (same) => same + same);
    expect((await check(twice)).findings.map(({ text }) => text).join('\n')).toContain(
      'receipt 1 was copied before',
    );
    const last = xml.lastIndexOf('<utreko:LopnummerForZDagrapportPaKvitto>0<');
    const named = `${xml.slice(0, last)}${xml.slice(last).replace('>0<', '>1<')}`;
    expect((await check(named)).findings.map(({ text }) => text)).toEqual([
      'register STO1-1: a receipt behind Z report 2 names number 1',
    ]);
  });
});

it('is right where discounts and markups are taken back', async () => {
  const { shop } = await openCafe();
  for (const Amt of ['-25.00', '25.00']) {
    const wine = pos('Vin', 'A', '125.00', { PN: '1' });
    const total = Amt.startsWith('-') ? '100.00' : '150.00';
    await shop.void(await shop.sell(receipt([wine, { _: 'Mod', PN: '1', Dsc: 'Pris', Amt }], total)));
  }
  await shop.sell({ NFS: 'Z', Opr: 'E1' });
  const xml = [...(await filesOf(shop, saft)).values()][0]!;
  expect((await check(xml)).findings).toEqual([]);
  const told = [...xml.matchAll(/<utreko:(RabattensBelopp|RabatternasBelopp|PrisPerEnhet)>([^<]*)/g)];
  expect(told.map(([, name, amount]) => `${name} ${amount}`)).toEqual([
    ...['PrisPerEnhet 125.00', 'RabattensBelopp 25.00', 'PrisPerEnhet 125.00', 'RabattensBelopp 25.00'],
    ...['PrisPerEnhet 150.00', 'PrisPerEnhet 150.00', 'RabatternasBelopp 25.00'],
  ]);
});

it('is right with training that nobody pays for', async () => {
  const { shop } = await openCafe();
  const { PayA: _, ...unpaid } = SALE;
  await shop.sell({ ...unpaid, Test: '1', NF: 'bill' });
  await shop.sell({ NFS: 'Z', Opr: 'E1' });
  const xml = [...(await filesOf(shop, saft)).values()][0]!;
  expect((await check(xml)).findings).toEqual([]);
});

it('has events in the order of time as far as they wait', async () => {
  const times = [3, 1, 2, 2, 5, 4, 0, 6];
  async function* events(): AsyncGenerator<TimedEvent[]> {
    for (const [i, time] of times.entries())
      yield await Promise.resolve([{ time: String(time), xml: ` ${time}${i}` }]);
  }
  const all = async (most?: number) => {
    let found = '';
    for await (const bytes of inOrder(events(), most)) found += bytes.toString();
    return found.trim().split(' ');
  };
  expect(await all()).toEqual(['06', '11', '22', '23', '30', '45', '54', '67']);
  expect(await all(1)).toHaveLength(times.length);
});
