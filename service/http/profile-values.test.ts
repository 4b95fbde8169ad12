import fs from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { runService, type Running } from '../testing/running-service.ts';
import { PORTUGAL, sale } from '../testing/sales.ts';

const change = async (running: Running, body: object) => {
  const { status, json } = await running.post('/profile', body);
  return [status, json.ProfileC.Result];
};
const profileOf = async (running: Running) => (await running.get('/profile')).json;
const file = ({ dataRoot }: Running) => path.join(dataRoot, 'gbl', 'profile.cfg');
const problemsOf = async (running: Running) => (await running.get('/control/status')).json.problems;

/** What the journal of a register tells of changes of the profile. */
async function journaled(running: Running, rn?: string): Promise<Record<string, string>[]> {
  const records = (await running.records(rn)) as Record<string, string>[];
  return records
    .filter(({ Event }) => Event === 'profile-changed')
    .map((record) => Object.fromEntries(Object.entries(record).filter(([name]) => /^(Old|New)_/.test(name))));
}

describe('values of attributes', () => {
  it('that cannot be are all refused by name, and nothing changes', async () => {
    const running = await runService();
    await change(running, { Attributes: 'Normalize_D=14' });
    const [status, { RC, ErrorCode, Warning }] = await change(running, {
      Attributes: 'Normalize_D=many IO_nosync=perhaps',
      DiskQuota: 500,
    });
    expect([status, RC, ErrorCode]).toEqual([400, 'BAD', '#PROFILE']);
    expect(Warning).toEqual([
      '#PROFILE Attributes: Normalize_D="many" must be a whole number from 0 to 3650 (without it 7 counts)',
      '#PROFILE Attributes: IO_nosync="perhaps" is on without a value, and off with "no"',
    ]);
    expect(await profileOf(running)).toMatchObject({ Attributes: 'Normalize_D=14', DiskQuota: 1000 });
  });

  it('under unknown names are kept with a hint at the name that may have been meant', async () => {
    const running = await runService();
    expect(await change(running, { Attributes: 'Normalise_D=3 Coffee' })).toEqual([
      200,
      {
        RC: 'OK',
        Warning: [
          'Attributes: there is no attribute Normalise_D; did you mean Normalize_D?',
          'Attributes: there is no attribute Coffee',
        ],
      },
    ]);
    expect((await profileOf(running)).Attributes).toBe('Normalise_D=3 Coffee');
  });

  it('that somebody wrote into the file do not stop the start: they are logged and do not count', async () => {
    const running = await runService();
    await running.stop();
    await fs.writeFile(file(running), '{"Attributes":"Normalize_D=many Log_debug TSE_AdminPin=\\"\\""}');
    const again = await runService({ again: running });
    const sold = async (D: string) => (await again.post('/register', sale('1.00', { D }))).status;
    expect([await sold('2026-04-28T12:00:00'), await sold('2026-04-26T12:00:00')]).toEqual([200, 400]);
    const { Lines } = (await again.get('/log')).json;
    expect(Lines.join('\n')).toMatch(/profile\.cfg: Normalize_D="many" must be a whole number.*ignored/);
    expect((await profileOf(again)).Attributes).toContain('Normalize_D=many');
  });

  it('that the start alone reads wait for a restart, and the status page says so until then', async () => {
    const running = await runService();
    const waiting = { code: 'PROFILE_RESTART', severity: 'info', params: { attributes: 'FileWatch_path' } };
    expect(await change(running, { Attributes: `FileWatch_path=${running.dataRoot} Log_debug` })).toEqual([
      200,
      { RC: 'OK', Warning: ['Attributes: FileWatch_path counts after a restart only'] },
    ]);
    expect(await problemsOf(running)).toContainEqual(waiting);
    // Another change says nothing about it again.
    expect(await change(running, { Attributes: `FileWatch_path=${running.dataRoot}` })).toEqual([
      200,
      { RC: 'OK' },
    ]);
    await running.stop();
    const again = await runService({ again: running });
    expect(await problemsOf(again)).not.toContainEqual(waiting);
    await change(again, { Attributes: '' });
    expect(await problemsOf(again)).toContainEqual(waiting);
    await change(again, { Attributes: `filewatch_path=${running.dataRoot}` });
    expect(await problemsOf(again)).not.toContainEqual(waiting);
  });
});

describe('secrets', () => {
  it('of attributes are never shown, and stay when their blanks come back', async () => {
    const running = await runService();
    await change(running, { Attributes: 'TSE_AdminPin=471199 Device_Auth="till:s3cr et" Log_debug' });
    const shown = (await profileOf(running)).Attributes;
    expect(shown).toBe('TSE_AdminPin="" Device_Auth="" Log_debug');
    expect(await change(running, { Attributes: `${shown} Normalize_D=3` })).toEqual([200, { RC: 'OK' }]);
    const stored = await fs.readFile(file(running), 'utf8');
    expect(stored).toContain('TSE_AdminPin=471199');
    expect(stored).toContain('till:s3cr et');
    const everything = [
      (await running.get('/find')).text,
      (await running.get('/log')).text,
      (await running.get('/control/profile')).text,
    ].join();
    expect(everything).not.toMatch(/471199|s3cr/);

    await change(running, { Attributes: 'Log_debug' });
    const [status, { Warning }] = await change(running, { Attributes: 'TSE_AdminPin=""' });
    expect([status, Warning]).toEqual([400, ['#PROFILE Attributes: TSE_AdminPin needs a value']]);
  });

  it('such as the badge are in the vault alone; the company is shown', async () => {
    const running = await runService();
    expect(await profileOf(running)).toMatchObject({ Badge: '', TaxId: '' });
    const [status, Result] = await change(running, { Badge: 'BADGE-0815', TaxId: 'PT 599999993' });
    expect([status, Result.RC]).toEqual([200, 'OK']);
    expect(JSON.stringify(Result)).not.toContain('BADGE-0815');
    expect(await change(running, await profileOf(running))).toEqual([200, { RC: 'OK' }]);
    expect(await profileOf(running)).toMatchObject({ Badge: '', TaxId: 'PT 599999993' });
    const gbl = path.join(running.dataRoot, 'gbl');
    for (const name of ['profile.cfg', 'vault.json']) {
      expect(await fs.readFile(path.join(gbl, name), 'utf8')).not.toContain('BADGE-0815');
    }
    await running.stop();
    const again = await runService({ again: running });
    expect(await profileOf(again)).toMatchObject({ Badge: '', TaxId: 'PT 599999993' });
    await change(again, { Badge: null, TaxId: '' });
    expect(await journaled(again)).toEqual([
      { New_Badge: '***', New_TaxId: 'PT 599999993' },
      { Old_Badge: '***', Old_TaxId: 'PT 599999993' },
    ]);
  });
});

describe('the journal', () => {
  it('of every register tells what was changed, once, and keeps secrets', async () => {
    const running = await runService();
    expect((await running.post('/cfg?rn=bar', { Cfg: PORTUGAL })).status).toBe(200);
    await change(running, { Attributes: 'Normalize_D=14 TSE_AdminPin=1234', DiskQuota: 700 });
    await change(running, { Attributes: 'Log_debug normalize_d=3 TSE_AdminPin=5678' });
    const told = [
      { Old_DiskQuota: '1000', New_DiskQuota: '700', New_Normalize_D: '14', New_TSE_AdminPin: '***' },
      {
        New_Log_debug: 'true',
        Old_Normalize_D: '14',
        New_Normalize_D: '3',
        Old_TSE_AdminPin: '***',
        New_TSE_AdminPin: '***',
      },
    ];
    expect(await journaled(running)).toEqual(told);
    expect(await journaled(running, 'bar')).toEqual(told);
    await running.stop();
    const again = await runService({ again: running });
    expect(await journaled(again)).toEqual(told);
  });

  it('says nothing where nothing has changed', async () => {
    const running = await runService();
    await change(running, { Attributes: '  ', DiskQuota: 1000 });
    await change(running, { Attributes: '', DiskQuota: 1000 });
    expect(await journaled(running)).toEqual([]);
  });

  it('is made up for after a crash between the change and its record', async () => {
    const running = await runService();
    await change(running, { Attributes: 'Normalize_D=14' });
    await running.stop();
    // As the file is when the power goes before the record is written.
    const Unjournaled = [
      {
        id: 'a-change',
        at: '2026-05-04T11:59:00',
        changes: [{ name: 'Normalize_D', before: '14', after: '3' }],
      },
    ];
    await fs.writeFile(file(running), JSON.stringify({ Attributes: 'Normalize_D=3', Unjournaled }));
    const again = await runService({ again: running });
    const told = [{ New_Normalize_D: '14' }, { Old_Normalize_D: '14', New_Normalize_D: '3' }];
    await expect.poll(() => journaled(again)).toEqual(told);
    await expect.poll(() => fs.readFile(file(again), 'utf8')).not.toContain('Unjournaled');
  });
});
