import { expect, it, vi } from 'vitest';
import { ChildService } from './testing/child-service.ts';
import { temporaryFolder } from './testing/folder.ts';
import { send } from './testing/running-service.ts';

/** The channel of Electron's utility process: prints what it is told, and asks once how busy the service is. */
const CHANNEL = `process.parentPort = {
  postMessage: (message) => console.log('SHELL ' + JSON.stringify(message)),
  on: (_event, hear) => setTimeout(() => hear({ data: { type: 'activity' } }), 0),
};`;

it('tells the shell how busy it is, and that it leaves to be started again', async () => {
  const child = new ChildService(['--data-root', await temporaryFolder(), '--port', '0'], {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(CHANNEL)}`,
  });
  const url = await child.url();
  const idle = { atWork: 0, waiting: 0, idleSeconds: null };
  await vi.waitFor(() =>
    expect(child.said).toContain(`SHELL ${JSON.stringify({ type: 'activity', ...idle })}`),
  );
  await send(`${url}/service/restart`, 'POST', {});
  const { code, stdout } = await child.ended;
  expect(code).toBe(0);
  expect(stdout).toContain(`SHELL ${JSON.stringify({ type: 'leaving', ...idle })}`);
});
