import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Parameters } from '../database/database.ts';
import { testCompany } from '../testing/company.ts';
import { type TestPortal, testPortal } from '../testing/portal.ts';
import { handIn, saleLine, saleLines } from '../testing/records.ts';
import { type TestRegister, testRegister } from '../testing/register.ts';

interface Verified {
  findings: { sq: number; text: string }[];
  batches: number;
  records: number;
  valid: boolean;
}

describe('a verification', () => {
  let portal: TestPortal;
  let register: TestRegister;

  beforeEach(async () => {
    portal = await testPortal();
    register = await testRegister(portal, await testCompany(portal));
    await handIn(register, 1, saleLines(1, 10));
    await handIn(register, 6, saleLines(6, 10));
    await handIn(register, 16, saleLines(16, 5));
  });
  afterEach(() => portal.stop());

  const verify = () =>
    portal.ask<Verified>(
      'GET',
      `/Company/${register.companyId}/Register/${register.registerId}/Verification`,
    );

  /** Changes the database behind the portal's back. */
  const tamper = (sql: string, parameters: Parameters = {}) => portal.portal.services.db.run(sql, parameters);

  it('finds nothing where all is as it was handed in', async () => {
    expect(await verify()).toMatchObject({ findings: [], batches: 3, records: 20, valid: true });
  });

  it.each([
    ['a changed record', "UPDATE records SET line = replace(line, '1.00', '9.00') WHERE sq = 18", [16]],
    ['a removed record', 'DELETE FROM records WHERE sq = 17', [16, 16]],
    ['removed records at the end', 'DELETE FROM records WHERE sq > 15', [16, 16]],
    ['a removed batch', 'DELETE FROM record_batches WHERE last_sq = 10', [1]],
    ['a removed batch at the end', 'DELETE FROM record_batches WHERE last_sq = 20', [16]],
    ['a record that changed its place', 'UPDATE records SET sq = 30 WHERE sq = 20', [16, 16]],
    [
      'a signature that was exchanged',
      `UPDATE record_batches SET signature = (SELECT signature FROM record_batches WHERE last_sq = 10) WHERE last_sq = 15`,
      [6],
    ],
    ['what is no JSON', "UPDATE records SET line = 'x' WHERE sq = 20", [16, 20]],
  ])('finds %s', async (_what, sql, sqs) => {
    await tamper(sql);
    const { findings, valid } = await verify();
    expect([findings.map(({ sq }) => sq), valid]).toStrictEqual([sqs, false]);
  });

  it('finds a record and its digest that were changed together', async () => {
    const line = saleLine(20, { esr: { T: '9.00' } });
    await tamper('UPDATE records SET line = $line WHERE sq = 20', { line });

    const text = [...saleLines(16, 4), line].map((one) => `${one}\n`).join('');
    const digest = createHash('sha256').update(text).digest('hex');
    await tamper('UPDATE record_batches SET digest = $digest WHERE last_sq = 20', { digest });
    expect((await verify()).findings.map(({ text: found }) => found)).toStrictEqual([
      'batch 16 to 20: the signature does not fit the key of the register',
    ]);
  });
});
