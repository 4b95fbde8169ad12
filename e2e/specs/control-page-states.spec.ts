import type { ControlStatus, Problem } from '../../service/wire.ts';
import { cafe } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';

/** States that cannot be brought about from outside: the page is told a changed status. */
test.describe('control page, state banner', () => {
  let real: ControlStatus;

  test.beforeEach(async ({ service }) => {
    await service.configure(cafe());
    real = await service.status();
  });

  const withProblems = (...problems: Problem[]): ControlStatus => ({
    ...real,
    practice: false,
    problems,
    ready: problems.every((problem) => problem.severity !== 'stop'),
  });

  test('is green without any problem', async ({ control }) => {
    await control.pretend(withProblems());
    await control.open();
    await expect(control.headline).toHaveText('Ready to sell');
    await expect(control.banner).toHaveAttribute('data-tone', 'ready');
    await expect(control.page).toHaveTitle(/^✓ Ready to sell/);
  });

  test('says what to do when receipts cannot be saved', async ({ control }) => {
    const params = { file: '/srv/till/journal.db', reason: 'SQLITE_FULL: database or disk is full' };
    await control.pretend(withProblems({ code: 'DATABASE_FULL', severity: 'stop', params }));
    await control.open();
    await expect(control.headline).toHaveText('Not ready');
    await expect(control.banner).toContainText('The disk is full');
    await expect(control.banner).toContainText('Free some space on the disk of this computer');
    await expect(control.banner).toContainText('SQLITE_FULL: database or disk is full');
    await expect(control.turnover).toBeVisible();
  });

  test('warns of a disk that fills and of files that wait, and lets sell', async ({ control }) => {
    await control.pretend(
      withProblems(
        { code: 'DISK_LOW', severity: 'warning', params: { free: 150 } },
        { code: 'DISK_QUOTA', severity: 'warning', params: { used: 1200.5, quota: 1000 } },
        { code: 'FILES_UNREADABLE', severity: 'warning', params: { reason: 'EHOSTDOWN' } },
      ),
    );
    await control.open();
    await expect(control.headline).toHaveText('Ready to sell');
    await expect(control.banner).toHaveAttribute('data-tone', 'attention');
    await expect(control.banner).toContainText('only 150 MB are left');
    await expect(control.banner).toContainText('1200.5 MB of 1000 MB are in use');
    await expect(control.banner).toContainText('cannot be read (EHOSTDOWN)');
  });

  test('says in the biggest letters that receipts do not count', async ({ control }) => {
    await control.pretend({ ...withProblems({ code: 'PT_PRACTICE', severity: 'warning' }), practice: true });
    await control.open();
    await expect(control.headline).toHaveText('Practice only: receipts do not count');
    await expect(control.banner).toHaveAttribute('data-tone', 'attention');
    await expect(control.banner).toContainText('Fiscal_Test (or Reg_test) is set in the profile');
  });

  test('names a problem it has no text for', async ({ control }) => {
    await control.pretend(withProblems({ code: 'COMES_LATER', severity: 'warning' }));
    await control.open();
    await expect(control.headline).toHaveText('Ready to sell');
    await expect(control.banner).toHaveAttribute('data-tone', 'attention');
    await expect(control.banner).toContainText('The register reports a problem: COMES_LATER');
  });
});
