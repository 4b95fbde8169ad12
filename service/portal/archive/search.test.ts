import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCompany, testLocation } from '../testing/company.ts';
import { ADMIN_KEY, type TestPortal, testPortal } from '../testing/portal.ts';
import { handIn, saleLine, saleLines } from '../testing/records.ts';
import { testRegister } from '../testing/register.ts';

interface Found {
  Rec: { SQ: number; registerId: number; State?: unknown }[];
  continuation?: string;
}

describe('a search for records', () => {
  let portal: TestPortal;
  let companyId: number;
  let ids: number[];

  beforeAll(async () => {
    portal = await testPortal();
    companyId = await testCompany(portal);
    const first = await testRegister(portal, companyId, { tl: '1' });
    const second = await testRegister(portal, companyId, { tl: '2' });
    ids = [first.registerId, second.registerId];
    await handIn(first, 1, [
      '{"_":"Cfg","SQ":1,"RN":"def","D":"2026-11-01T08:00:00","Cfg":{"Cmp":{"Ctry":"PT","TaxId":"PT599999993"}},"State":{"secret":"Bica"}}',
      saleLine(2, {
        at: '2026-11-01T09:00:00',
        esr: { T: '12.30', Opr: 'Zoë', PosA: [{ _: 'Pos', Dsc: 'Bica "dupla"', Amt: '12.30' }] },
      }),
      saleLine(3, { at: '2026-11-03T09:00:00', esr: { TL: 'K2', TT: '1', TN: 'A/8' } }),
    ]);
    await handIn(second, 1, [
      saleLine(1, { at: '2026-11-02T09:00:00', esr: { TN: 'A/7', FN: 'FS 2_1.26/1', T: '5.00' } }),
      saleLine(2, { at: '2026-11-03T09:00:00' }),
    ]);
  });
  afterAll(() => portal.stop());

  /** Found records as register and SQ: the first register is `a`, the second one `b`. */
  async function find(query: Record<string, string | number>): Promise<string[]> {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) params.set(name, String(value));
    const { Rec } = await portal.ask<Found>('GET', `/Company/${companyId}/Records?${params.toString()}`);
    return Rec.map(({ registerId, SQ }) => `${registerId === ids[0] ? 'a' : 'b'}${SQ}`);
  }

  it('finds texts without their accents, and what is written without them', async () => {
    expect(await find({ text: 'zoe' })).toStrictEqual(['a2']);
    expect(await find({ text: 'ZOË' })).toStrictEqual(['a2']);
    expect(await find({ text: 'bíca "dupla"' })).toStrictEqual(['a2']);
  });

  it('says in which currency receipts are, where their register has told it', async () => {
    const { Rec } = await portal.ask<{ Rec: { SQ: number; currency?: string }[] }>(
      'GET',
      `/Company/${companyId}/Records?from=2026-11-01&till=2026-11-02`,
    );
    expect(Rec.map(({ currency }) => currency)).toStrictEqual([undefined, 'EUR', undefined]);
    expect(await portal.ask('GET', `/Company/${companyId}/Records/${ids[0]}/2`)).toMatchObject({
      currency: 'EUR',
    });
  });

  it('gives out a receipt as a PDF of its paper, and no other record', async () => {
    const at = (registerId: number, sq: number) =>
      `${portal.url}/Company/${companyId}/Records/${registerId}/${sq}/Pdf`;
    const headers = { api_key: ADMIN_KEY };
    for (const paper of ['', '?paper=a4', '?paper=58']) {
      const answer = await fetch(at(ids[0]!, 2) + paper, { headers });
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
      expect(answer.headers.get('content-disposition')).toBe('inline; filename="FS-1_1.26-2.pdf"');
      expect((await answer.text()).slice(0, 5)).toBe('%PDF-');
    }
    // A record that is no receipt, one of a register without a configuration, and none.
    for (const place of [at(ids[0]!, 1), at(ids[1]!, 1), at(ids[0]!, 99)])
      expect((await fetch(place, { headers })).status).toBe(404);
    expect((await fetch(`${at(ids[0]!, 2)}?paper=a3`, { headers })).status).toBe(400);
  });

  it('finds a Belgian receipt by the number of its ticket', async () => {
    const own = await testCompany(portal, { taxId: 'BE0477472701', countryCode: 'BE' });
    const register = await testRegister(portal, own);
    const ticket = (sq: number, Value: string) =>
      JSON.stringify({
        ...(JSON.parse(saleLine(sq, { esr: { FN: undefined } })) as object),
        Fis: { Tag: [{ Label: 'Ticketnummer', Name: 'Ticket', Value }] },
      });
    await handIn(register, 1, [ticket(1, '12'), ticket(2, '2')]);
    const { Rec } = await portal.ask<Found>('GET', `/Company/${own}/Records?fn=2`);
    expect(Rec.map(({ SQ }) => SQ)).toStrictEqual([2]);
  });

  it('finds a Slovenian receipt of the pre-numbered book by its number, which looks like one of a terminal', async () => {
    const own = await testCompany(portal, { taxId: 'SI50223054', countryCode: 'SI' });
    const register = await testRegister(portal, own);
    const receipt = (sq: number, TN: string, Value: string) =>
      JSON.stringify({
        ...(JSON.parse(saleLine(sq, { esr: { FN: undefined, TL: '1', TT: '2', TN } })) as object),
        Fis: { Tag: [{ Label: 'Št. računa', Name: 'Number', Value }] },
      });
    await handIn(register, 1, [
      receipt(1, '612', '1-2-612'),
      receipt(2, 'X1', '612/03/5001-0001018'),
      receipt(3, '613', '1-2-613'),
    ]);
    const found = async (fn: string) => {
      const query = new URLSearchParams({ fn }).toString();
      const { Rec } = await portal.ask<Found>('GET', `/Company/${own}/Records?${query}`);
      return Rec.map(({ SQ }) => SQ);
    };
    expect(await found('612/03/5001-0001018')).toStrictEqual([2]);
    expect(await found('1-2-612')).toStrictEqual([1]);
    // As the paper of other countries shows it.
    expect(await found('1/2/613')).toStrictEqual([3]);
    expect(await found('613/03/5001-0001018')).toStrictEqual([]);
  });

  it('prints no receipt that would keep everybody else waiting', async () => {
    const own = await testCompany(portal);
    const register = await testRegister(portal, own);
    const PosA = [{ _: 'Pos', Dsc: 'x'.repeat(100_000), Amt: '1.00' }];
    await handIn(register, 1, [saleLine(1, { esr: { PosA } })]);
    const path = `/Company/${own}/Records/${register.registerId}/1/Pdf`;
    expect((await portal.send('GET', path)).status).toBe(413);
  });

  it('answers the newest documents first, in the form of /find', async () => {
    expect(await find({})).toStrictEqual(['b2', 'a3', 'b1', 'a2', 'a1']);
    const { Rec } = await portal.ask<Found>('GET', `/Company/${companyId}/Records?type=Cfg`);
    expect(Rec).toStrictEqual([
      {
        registerId: ids[0],
        _: 'Cfg',
        SQ: 1,
        RN: 'def',
        D: '2026-11-01T08:00:00',
        Cfg: { Cmp: { Ctry: 'PT', TaxId: 'PT599999993' } },
      },
    ]);
  });

  it.each([
    [{ from: '2026-11-02' }, ['b2', 'a3', 'b1']],
    [{ till: '2026-11-01' }, ['a2', 'a1']],
    [{ from: '2026-11-01T08:00:01', till: '2026-11-02T09:00:00' }, ['b1', 'a2']],
    [{ tn: 'A/7' }, ['b1']],
    [{ tn: 'A/8' }, ['a3']],
    [{ fn: 'FS 2_1.26/1' }, ['b1']],
    [{ fn: 'N. FS 2_1.26/1' }, ['b1']],
    // As the paper shows it where there is no fiscal number.
    [{ fn: 'K2/1/A/8' }, ['a3']],
    [{ fn: 'K2/2/A/8' }, []],
    [{ sq: 2 }, ['b2', 'a2']],
    [{ type: 'Cfg' }, ['a1']],
    [{ total: '12.30' }, ['a2']],
    [{ total: '12,3' }, ['a2']],
    [{ total: '5' }, ['b1']],
    [{ text: 'zoë' }, ['a2']],
    [{ text: 'BICA "dupla"' }, ['a2']],
    [{ text: '%' }, []],
    [{ text: 'pt5999', type: 'Cfg' }, ['a1']],
  ])('finds by %j', async (query, expected) => {
    expect(await find(query)).toStrictEqual(expected);
  });

  it('finds what one register has handed in', async () => {
    expect(await find({ registerId: ids[1]! })).toStrictEqual(['b2', 'b1']);
    expect(await find({ registerId: ids[1]!, sq: 1 })).toStrictEqual(['b1']);
  });

  it('goes on where the page before ended, each record once', async () => {
    const register = await testRegister(portal, await testCompany(portal, { name: 'Many' }));
    for (const first of [1, 1001]) await handIn(register, first, saleLines(first, 1000));
    const seen: number[] = [];
    let continuation: string | undefined;
    do {
      const place = continuation ? `&continuation=${continuation}` : '';
      const page = await portal.ask<Found>(
        'GET',
        `/Company/${register.companyId}/Records?text=1_1.26&limit=250${place}`,
      );
      seen.push(...page.Rec.map(({ SQ }) => SQ));
      ({ continuation } = page);
    } while (continuation);
    expect(seen).toStrictEqual(Array.from({ length: 2000 }, (_, i) => 2000 - i));
  });

  it('gives a record with what the register has signed', async () => {
    const record = await portal.ask('GET', `/Company/${companyId}/Records/${ids[0]}/2`);
    expect(record).toMatchObject({ registerId: ids[0], Rec: { SQ: 2 }, batch: { firstSq: 1, lastSq: 3 } });
    expect(JSON.parse(record.line as string)).toStrictEqual(record.Rec);
    expect(await portal.send('GET', `/Company/${companyId}/Records/${ids[0]}/4`)).toMatchObject({
      status: 404,
    });
  });
});

describe('who may see records', () => {
  let portal: TestPortal;

  beforeAll(async () => {
    portal = await testPortal();
  });
  afterAll(() => portal.stop());

  it('is whoever may read the registers of the company', async () => {
    const companyId = await testCompany(portal);
    const other = await testCompany(portal);
    const locationId = await testLocation(portal, companyId, '1');
    const register = await testRegister(portal, companyId);
    await handIn(register, 1, saleLines(1, 2));
    const { registerId } = register;
    const keyFor = async (entityId: number, role: string) =>
      (await portal.ask<{ apiKey: string }>('POST', `/Entity/${entityId}/ApiKeys`, { name: 'key', role }))
        .apiKey;
    const paths = (company: number) => [
      `/Company/${company}/Records`,
      `/Company/${company}/Records/${registerId}/1`,
      `/Company/${company}/Register/${registerId}/Verification`,
      `/Company/${company}/Export?type=jou`,
    ];
    const statuses = async (company: number, key: string | null) => {
      const answers = await Promise.all(
        paths(company).map((path) => portal.send('GET', path, undefined, key)),
      );
      return answers.map(({ status }) => status);
    };
    expect(await statuses(companyId, await keyFor(companyId, 'DATAVIEWER'))).toStrictEqual([
      200, 200, 200, 200,
    ]);
    expect(await statuses(companyId, await keyFor(companyId, 'VIEWER'))).toStrictEqual([200, 200, 200, 403]);
    expect(await statuses(companyId, await keyFor(other, 'ADMIN'))).toStrictEqual([404, 404, 404, 404]);
    expect(await statuses(locationId, await keyFor(2, 'ADMIN'))).toStrictEqual([404, 404, 404, 404]);
    expect(await statuses(companyId, null)).toStrictEqual([401, 401, 401, 401]);
    // A register of one company is none of another one.
    expect((await statuses(other, await keyFor(2, 'ADMIN'))).slice(1, 3)).toStrictEqual([404, 404]);
  });

  it.each([
    'from=yesterday',
    'till=2026-02-30',
    'limit=0',
    'limit=251',
    'sq=0',
    'continuation=abc',
    'registerId=x',
  ])('is told what is wrong with %s', async (query) => {
    const companyId = await testCompany(portal);
    const answer = await portal.send('GET', `/Company/${companyId}/Records?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: query.split('=')[0] }] } });
  });
});
