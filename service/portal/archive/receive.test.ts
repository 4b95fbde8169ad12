import { generateKeyPairSync } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCompany } from '../testing/company.ts';
import { type TestPortal, testPortal } from '../testing/portal.ts';
import { activeAlerts, handIn, saleLine, saleLines } from '../testing/records.ts';
import { type TestRegister, testRegister } from '../testing/register.ts';
import { runs } from '../../testing/runs.ts';

describe('the archive', () => {
  let portal: TestPortal;
  let companyId: number;

  beforeAll(async () => {
    portal = await testPortal();
    companyId = await testCompany(portal);
  });
  afterAll(() => portal.stop());

  /** What the archive holds of a register. */
  async function kept({ registerId }: TestRegister): Promise<string[]> {
    const rows = await portal.portal.services.db.select<{ line: string }>(
      'SELECT line FROM records WHERE company_id = $companyId AND register_id = $registerId ORDER BY sq',
      { companyId, registerId },
    );
    return rows.map(({ line }) => line);
  }

  it('keeps lines as they are and says which record comes next', async () => {
    const register = await testRegister(portal, companyId);
    const odd = '{"_":"log", "SQ":3,"RN":"def","D":"2026-11-22T10:00:00","Text":"caf\\u00e9 \\u0000 € 🍰"}';
    const lines = [...saleLines(1, 2), odd];
    const answer = await handIn(register, 1, lines);
    expect(answer).toMatchObject({ status: 200, body: { nextSq: 4 } });
    expect(await kept(register)).toStrictEqual(lines);
    expect(await handIn(register, 4, saleLines(4, 1000))).toMatchObject({ body: { nextSq: 1004 } });
  });

  it('takes the same records again, alone or at the head of more', async () => {
    const register = await testRegister(portal, companyId);
    const first = await handIn(register, 1, saleLines(1, 5));
    const again = await handIn(register, 1, saleLines(1, 5));
    expect(again).toMatchObject({ status: 200, body: first.body as object });
    expect(await handIn(register, 2, saleLines(2, 2))).toMatchObject({ body: first.body as object });
    expect(await handIn(register, 3, saleLines(3, 6))).toMatchObject({ status: 200, body: { nextSq: 9 } });
    expect(await kept(register)).toStrictEqual(saleLines(1, 8));
  });

  it('refuses another record with the same number, keeps the first one and tells people', async () => {
    const register = await testRegister(portal, companyId);
    await handIn(register, 1, saleLines(1, 3));
    const forged = [saleLine(2), saleLine(3, { esr: { T: '2.00' } }), saleLine(4)];
    const answer = await handIn(register, 2, forged);
    expect(answer).toMatchObject({ status: 409, body: { sq: 3, nextSq: 4 } });
    expect(await kept(register)).toStrictEqual(saleLines(1, 3));
    expect(await activeAlerts(portal, companyId)).toContain('ARCHIVE_CONFLICT');
  });

  it('refuses records behind a gap until it is filled', async () => {
    const register = await testRegister(portal, await testCompany(portal, { name: 'Gap' }));
    await handIn(register, 1, saleLines(1, 2));
    const early = await handIn(register, 5, saleLines(5, 2));
    expect(early).toMatchObject({ status: 409, body: { nextSq: 3 } });
    await handIn(register, 5, saleLines(5, 2));
    expect(await activeAlerts(portal, register.companyId)).toStrictEqual(['ARCHIVE_GAP']);
    await handIn(register, 3, saleLines(3, 2));
    expect(await activeAlerts(portal, register.companyId)).toStrictEqual([]);
    expect(await handIn(register, 5, saleLines(5, 2))).toMatchObject({ body: { nextSq: 7 } });
  });

  it('notices that a register goes on from another past', async () => {
    const register = await testRegister(portal, companyId);
    const { body } = await handIn(register, 1, saleLines(1, 2));
    const previous = (body as { lastLine: string }).lastLine;
    const other = await handIn(register, 3, [saleLine(3)], { 'tillmark-previous': 'ab'.repeat(32) });
    expect(other).toMatchObject({ status: 409, body: { sq: 2, nextSq: 3 } });
    const right = await handIn(register, 3, [saleLine(3)], { 'tillmark-previous': previous });
    expect(right.status).toBe(200);
  });

  it('keeps each record once when a batch comes several times at once', async () => {
    const register = await testRegister(portal, companyId);
    const batches = Array.from({ length: 6 }, () => handIn(register, 1, saleLines(1, 50)));
    const answers = await Promise.all(batches);
    expect(answers.map(({ status }) => status)).toStrictEqual(answers.map(() => 200));
    expect(await kept(register)).toStrictEqual(saleLines(1, 50));
  });

  it('keeps the newest state of each name', async () => {
    const register = await testRegister(portal, companyId);
    await handIn(register, 1, [
      saleLine(1, { state: { n: 1, other: { a: 'x\u0000' } } }),
      saleLine(2, { state: { n: 2 } }),
    ]);
    await handIn(register, 3, [saleLine(3, { state: { n: 3 } })]);
    const rows = await portal.portal.services.db.select<{ key: string; value: string }>(
      'SELECT key, value FROM register_state WHERE company_id = $companyId AND register_id = $id ORDER BY key',
      { companyId, id: register.registerId },
    );
    expect(rows.map(({ key, value }) => [key, JSON.parse(value) as unknown])).toStrictEqual([
      ['n', 3],
      ['other', { a: 'x\u0000' }],
    ]);
  });

  it('holds all records once, however they are cut and sent again', async () => {
    const steps = fc.array(fc.record({ from: fc.nat(30), count: fc.integer({ min: 1, max: 12 }) }), {
      maxLength: 15,
    });
    await fc.assert(
      fc.asyncProperty(steps, async (sent) => {
        const register = await testRegister(portal, companyId);
        let next = 1;
        for (const { from, count } of sent) {
          const first = from + 1;
          const answer = await handIn(register, first, saleLines(first, count));
          const isGap = first > next;
          if (!isGap) next = Math.max(next, first + count);
          expect(answer).toMatchObject({ status: isGap ? 409 : 200, body: { nextSq: next } });
        }
        expect(await kept(register)).toStrictEqual(saleLines(1, next - 1));
      }),
      { numRuns: runs(10) },
    );
  });
});

/** Lists within each other. */
function nested(depth: number): unknown[] {
  return depth === 1 ? [] : [nested(depth - 1)];
}

describe('a batch', () => {
  let portal: TestPortal;
  let register: TestRegister;

  beforeAll(async () => {
    portal = await testPortal();
    register = await testRegister(portal, await testCompany(portal));
  });
  afterAll(() => portal.stop());

  it('may be packed', async () => {
    const body = saleLines(1, 3)
      .map((line) => `${line}\n`)
      .join('');
    const headers = { ...register.signature(body, 1, 3), 'content-encoding': 'gzip' };
    const answer = await register.send('POST', '/records', gzipSync(body), headers);
    expect(answer).toMatchObject({ status: 200, body: { nextSq: 4 } });
  });

  it('must not unpack to more than it may have', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    const answer = await register.send('POST', '/records', bomb, { 'content-encoding': 'gzip' });
    expect(answer.status).toBe(413);
  });

  it('must bear the signature of the register', async () => {
    const [body, other] = [`${saleLine(4)}\n`, `${saleLine(4, { esr: { T: '2.00' } })}\n`];
    const { privateKey } = generateKeyPairSync('ed25519');
    const signatures = [
      { 'tillmark-signature': '' },
      { 'tillmark-signature': 'AAAA' },
      register.signature(other, 4, 4),
      register.signature(body, 4, 5),
      {
        ...(
          await testRegister(portal, register.companyId, {
            keys: { ...generateKeyPairSync('ed25519'), privateKey },
          })
        ).signature(body, 4, 4),
      },
    ];
    for (const signature of signatures) {
      expect(await register.send('POST', '/records', body, signature)).toMatchObject({ status: 403 });
    }
    expect(await activeAlerts(portal, register.companyId)).toStrictEqual(['ARCHIVE_SIGNATURE']);
  });

  it('is taken of a register that proves who it is', async () => {
    const response = await fetch(`${portal.url}/recorder/v1/records`, {
      method: 'POST',
      body: `${saleLine(4)}\n`,
    });
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toContain('Bearer');
  });

  it.each([
    ['', 'body'],
    ['{}', 'line feed'],
    ['{}\n', 'line 1 has no SQ'],
    [`${saleLine(4)}\n${saleLine(6)}\n`, 'line 2 has SQ 6 where 5 belongs'],
    [`${saleLine(4)}\nnothing\n`, 'line 2 is no JSON text'],
    [`${saleLine(4)}\n\n`, 'line 2 is no JSON text'],
    [`${saleLine(4)}\n[]\n`, 'line 2 is no JSON object'],
    [`${saleLine(4, { rn: 'other' })}\n`, 'another register than def'],
    [`${saleLine(4, { at: '2026-02-30T10:00:00' })}\n`, 'time of registration'],
    [`${saleLine(4).replace('"Tra"', '""')}\n`, 'no type'],
    [`${saleLine(4).replace('"ESR"', '"Other"')}\n`, 'without ESR'],
    [`\uFEFF${saleLine(4)}\n`, 'line 1 is no JSON text'],
    [`${saleLine(4, { esr: { X: nested(99) } })}\n`, 'line 1 has too many lists and objects'],
    ...['null', '{"Name":"x"}', '{"Name":"x","Value":1}'].map((tag): [string, string] => [
      `${saleLine(4).replace(/}$/, `,"Fis":{"Tag":[${tag}]}}`)}\n`,
      'line 1 has a Fis.Tag',
    ]),
    [`${saleLine(4).replace(/}$/, ',"Fis":{"Tag":"x"}}')}\n`, 'line 1 has a Fis.Tag'],
    [
      saleLines(4, 1001)
        .map((line) => `${line}\n`)
        .join(''),
      '1000 records at most',
    ],
  ])('is read strictly: %j', async (body, complaint) => {
    const answer = await register.send('POST', '/records', body, register.signature(body, 4, 4));
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(complaint);
  });

  it('is UTF-8', async () => {
    const body = Buffer.from(`${saleLine(4, { esr: { Opr: 'Zoé' } })}\n`, 'latin1');
    expect(await register.send('POST', '/records', body, register.signature(body, 4, 4))).toMatchObject({
      status: 400,
    });
  });
});
