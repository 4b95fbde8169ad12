import type { ShellState } from '../../main/bridge.ts';
import { cafe } from '../fixtures/samples.ts';
import { expect, test } from '../fixtures/test.ts';

/** The shell's part of the page: its bridge is played here, as main/preload.ts gives it. */
test.describe('settings of the program', () => {
  test('are shown in its window alone, switched, and honest about a refusal', async ({ page, service }) => {
    await service.configure(cafe());
    const panel = page.getByRole('region', { name: 'This program' });
    await page.goto(`${service.url}#/settings/program`);
    await expect(page.getByTestId('setting').first()).toBeVisible();
    await expect(panel).toHaveCount(0);

    await page.addInitScript(() => {
      const state: ShellState = {
        ...{ autostart: false, notices: true, updates: null },
        update: { state: 'ready', version: '3.1.0' },
      };
      Object.assign(globalThis, {
        tillmark: {
          appVersion: '3.0.0',
          shellState: () => Promise.resolve({ ...state }),
          setShell: (name: 'autostart' | 'notices', on: boolean) => {
            // The system of this test starts nothing by itself.
            if (name === 'notices') state.notices = on;
            return Promise.resolve({ ...state });
          },
        },
      });
    });
    await page.reload();
    await expect(panel).toContainText('Version 3.0.0. Version 3.1.0 is ready: install it from the menu');
    await expect(panel.getByRole('switch', { name: 'Look for updates' })).toBeDisabled();
    const notices = panel.getByRole('switch', { name: 'Show notifications' });
    await notices.click();
    await expect(notices).not.toBeChecked();
    const start = panel.getByRole('switch', { name: 'Start when I sign in' });
    await start.click();
    await expect(start).not.toBeChecked();
    await expect(panel.getByRole('alert')).toContainText('Allow it in the settings of the system');
  });
});
