import { expect, it } from 'vitest';
import { runService, type Running } from '../../testing/running-service.ts';

const overview = async (running: Running) => (await running.get('/control/profile')).json;
const entry = async (running: Running, name: string) =>
  (await overview(running)).attributes.find((one: { name: string }) => one.name === name);
const act = async (running: Running, action: string, body: object) => {
  const { status, json } = await running.post(`/control/profile/${action}`, body);
  return [status, json.result ?? json.error.fields ?? json.error.code];
};

it('shows all attributes with what is known of them and how they are set', async () => {
  const running = await runService();
  await running.post('/profile', { Attributes: 'normalize_d=3 Device_Auth=a:b Logdebug HttpServer_Disable' });
  expect(await entry(running, 'Normalize_D')).toEqual({
    name: 'Normalize_D',
    known: true,
    meant: null,
    scope: 'all',
    type: { kind: 'number', unit: 'days', least: 0, most: 3650 },
    standard: '7',
    restart: false,
    value: '3',
    ignored: false,
    waits: false,
    danger: false,
  });
  expect(await entry(running, 'Device_Auth')).toMatchObject({
    type: { kind: 'secret' },
    value: '',
  });
  expect(await entry(running, 'Logdebug')).toMatchObject({ known: false, meant: 'Log_debug', value: 'true' });
  expect(await entry(running, 'HttpServer_Disable')).toMatchObject({
    restart: true,
    waits: true,
    danger: true,
  });
  expect(await entry(running, 'FN_series')).toMatchObject({ scope: ['PT'], value: null });
  expect(await overview(running)).toMatchObject({
    text: 'normalize_d=3 Device_Auth="" Logdebug HttpServer_Disable',
    diskQuota: 1000,
    leastQuota: 100,
  });
});

it('sets and removes one attribute and leaves the rest of the list as it is', async () => {
  const running = await runService();
  const text = async () => (await overview(running)).text;
  await act(running, 'list', { text: 'Log_debug   Device_Auth=a:b' });
  expect(await act(running, 'set', { name: 'log_remove', value: 'star 1' })).toEqual([200, { warnings: [] }]);
  expect(await text()).toBe('Log_debug   Device_Auth="" Log_remove="star 1"');
  await act(running, 'set', { name: 'Log_debug', value: 'no' });
  await act(running, 'remove', { name: 'LOG_REMOVE' });
  expect(await text()).toBe('Log_debug=no   Device_Auth=""');
  expect(await act(running, 'quota', { megabytes: 300 })).toEqual([200, { warnings: [] }]);
  expect((await overview(running)).diskQuota).toBe(300);
});

it('shows what a list would change, and saves none over that of somebody else', async () => {
  const running = await runService();
  await act(running, 'list', { text: 'Log_debug Device_Auth=a:b' });
  const before = (await overview(running)).text as string;
  const text = 'Normalize_D=3 Device_Auth="" Coffee';
  const [status, preview] = await act(running, 'preview', { text });
  expect([status, preview.changes]).toEqual([
    200,
    [
      { name: 'Coffee', before: null, after: 'true' },
      { name: 'Log_debug', before: 'true', after: null },
      { name: 'Normalize_D', before: null, after: '3' },
    ],
  ]);
  expect(preview.warnings.join()).toContain('Coffee');
  expect(await act(running, 'preview', { text: 'Normalize_D=x' })).toEqual([400, { Normalize_D: 'value' }]);
  expect((await overview(running)).text).toBe(before);
  await act(running, 'set', { name: 'IO_debug', value: 'true' });
  expect(await act(running, 'list', { text, before })).toEqual([409, { text: 'older' }]);
  expect((await overview(running)).text).toContain('IO_debug');
  const [saved] = await act(running, 'list', { text, before: (await overview(running)).text });
  expect(saved).toBe(200);
  expect((await overview(running)).text).toBe(text);
});

it('takes the badge of the company and tells only that there is one', async () => {
  const running = await runService();
  expect((await overview(running)).hasBadge).toBe(false);
  // There is no portal to ask yet.
  const [status, { warnings }] = await act(running, 'badge', { badge: 'BADGE-0815' });
  expect([status, warnings]).toEqual([200, [expect.stringMatching(/^Badge: kept, and checked as soon as/)]]);
  const shown = await running.get('/control/profile');
  expect(shown.json.hasBadge).toBe(true);
  expect(shown.text).not.toContain('BADGE-0815');
  await act(running, 'badge', { badge: '' });
  expect((await overview(running)).hasBadge).toBe(false);
});

it.each<[string, object, unknown]>([
  ['set', { name: 'Normalize_D', value: 'x' }, { Normalize_D: 'value' }],
  ['set', { name: 'Printer', value: `"'` }, { text: 'unreadable' }],
  ['list', { text: 'Normalize_D=x FN_series=M' }, { Normalize_D: 'value', FN_series: 'value' }],
  ['list', { text: 'a="' }, { text: 'unreadable' }],
  ['list', { text: 'x '.repeat(5001) }, { text: 'unreadable' }],
  ['quota', { megabytes: 99 }, { quota: 'value' }],
  ['quota', { megabytes: '300' }, '#BODY'],
  ['set', { name: 'a b', value: '' }, '#BODY'],
  ['set', { name: 'Printer' }, '#BODY'],
  ['badge', { badge: 'two\nlines' }, { badge: 'text' }],
  ['badge', { badge: null }, '#BODY'],
  ['paint', { name: 'Printer' }, '#BODY'],
])('%s refuses %j and says which field is wrong', async (action, body, expected) => {
  const running = await runService();
  expect(await act(running, action, body)).toEqual([400, expected]);
  expect((await overview(running)).text).toBe('');
});
