import { expect, it, vi } from 'vitest';
import { localTime } from '../clock.ts';
import { Restart } from './restart.ts';
import { ChildService } from '../testing/child-service.ts';
import { temporaryFolder } from '../testing/folder.ts';
import { recordingLog } from '../testing/recording-log.ts';
import { send } from '../testing/running-service.ts';
import { PORTUGAL, sale } from '../testing/sales.ts';

it('is passed on once, however often it is asked for', () => {
  const asked: string[] = [];
  const restart = new Restart(recordingLog([]));
  restart.onAsked((why) => asked.push(why));
  restart.ask('first');
  restart.ask('second');
  expect(asked).toEqual(['first']);
});

it('that nobody can do is told in the log', () => {
  const lines: string[] = [];
  new Restart(recordingLog(lines)).ask('daily restart');
  expect(lines).toEqual(['cannot restart (daily restart): nothing here can start the service again']);
});

it('by App_restart happens at its time, on the same port, and keeps every receipt', async () => {
  const child = new ChildService(['--data-root', await temporaryFolder(), '--port', '0']);
  const url = await child.url();
  await send(`${url}/cfg`, 'POST', { Cfg: PORTUGAL });
  expect((await send(`${url}/register`, 'POST', sale())).status).toBe(200);
  const time = localTime(Date.now() + 2000).slice(11);
  const { json } = await send(`${url}/profile`, 'POST', { Attributes: `App_restart=${time}` });
  expect(json.ProfileC.Result).toEqual({ RC: 'OK' });

  await vi.waitFor(() => expect(child.said.match(/listening on/g)).toHaveLength(2), {
    timeout: 15_000,
    interval: 50,
  });
  expect((await send(`${url}/find?_=Tra`, 'GET')).json.Rec).toHaveLength(1);
  expect((await send(`${url}/find?_=log`, 'GET')).json.Rec[0]).toMatchObject({ New_App_restart: time });
  expect((await send(`${url}/register`, 'POST', sale())).status).toBe(200);
  child.kill('SIGTERM');
  expect((await child.ended).code).toBe(0);
});
