import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testCompany } from '../testing/company.ts';
import { testPortal, type TestPortal } from '../testing/portal.ts';
import { testRegister, type TestRegister } from '../testing/register.ts';
import { runs } from '../../testing/runs.ts';

let portal: TestPortal;
let register: TestRegister;
beforeAll(async () => {
  portal = await testPortal();
  register = await testRegister(portal, await testCompany(portal));
});
afterAll(() => portal.stop());

const REPORT = { version: '3', queued: 0, diskUsage: 1, problems: [], at: '2026-11-22T10:00:00Z' };
const PATHS = ['/state', '/cfg', '/license/ABCD-EFGH', '/records', '/installation'];

describe('requests of registers', () => {
  it('need the secret of a register: no key of the API, no badge', async () => {
    const { badge } = await portal.ask<{ badge: string }>('POST', `/Company/${register.companyId}/Badge`);
    for (const path of PATHS) {
      for (const authorization of ['', `Bearer ${badge}`, `Basic ${register.secret}`, 'Bearer']) {
        const answers = await Promise.all(
          ['GET', 'POST', 'PUT'].map((method) =>
            register.send(method, path, method === 'GET' ? undefined : REPORT, { authorization }),
          ),
        );
        // Where there is no such method there is nothing to be had.
        const statuses = answers.map(({ status }) => status);
        expect(statuses.every((status) => status === 401 || status === 405)).toBe(true);
        expect(statuses).toContain(401);
      }
      expect((await portal.send('GET', `/recorder/v1${path}`)).status).not.toBe(200);
    }
  });

  it('with whatever in it are answered, never with an error of the portal', async () => {
    const field = fc.constantFrom(...Object.keys(REPORT));
    const value = fc.oneof(fc.jsonValue(), fc.constantFrom('\0', '\uD800', 1e308, -1, '9'.repeat(500)));
    await fc.assert(
      fc.asyncProperty(fc.dictionary(field, value, { noNullPrototype: true }), async (changes) => {
        const { status } = await register.send('POST', '/state', { ...REPORT, ...changes });
        expect([200, 400]).toContain(status);
      }),
      { numRuns: runs(60) },
    );
    for (const body of ['', '[]', 'null', '{', '\uFEFF{}', Buffer.from([0xff, 0xfe])]) {
      const answer = await register.send('POST', '/state', body, { 'content-type': 'application/json' });
      expect(answer.status).toBe(400);
    }
    expect((await register.send('POST', '/state', ' '.repeat(600_000))).status).toBe(413);
    expect((await register.send('POST', '/state', REPORT)).status).toBe(200);
  });

  it('that come at the same time leave what one of them has said', async () => {
    const trouble = (code: string) => ({ ...REPORT, problems: [{ code, level: 'info' }] });
    const answers = await Promise.all(
      ['A', 'B', 'A', 'C', 'B', 'C'].map((code) => register.send('POST', '/state', trouble(code))),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    const { problems } = await portal.ask<{ problems: unknown[] }>(
      'GET',
      `/Company/${register.companyId}/Register/${register.registerId}`,
    );
    expect(problems).toHaveLength(1);
  });
});
