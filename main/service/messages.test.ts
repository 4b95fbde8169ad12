import { expect, it } from 'vitest';
import { readServiceMessage } from './messages.ts';

it.each([
  { type: 'ready', url: 'http://127.0.0.1:5618' },
  { type: 'ready', url: null },
  { type: 'status', ready: false, problems: ['NO_CFG'] },
  { type: 'portal', url: 'http://localhost:5619' },
  { type: 'failed', code: 3, text: 'port taken' },
])('reads %j', (message) => {
  expect(readServiceMessage(message)).toEqual(message);
});

it.each([
  null,
  'ready',
  { type: 'ready' },
  { type: 'ready', url: 'file:///etc/passwd' },
  { type: 'ready', url: 'http://user:pass@127.0.0.1' },
  { type: 'status', ready: 'yes', problems: [] },
  { type: 'status', ready: true },
  { type: 'portal', url: 'file:///etc/passwd' },
  { type: 'portal', url: null },
  { type: 'failed', code: '3', text: '' },
  { type: 'other' },
])('refuses %j', (message) => {
  expect(readServiceMessage(message)).toBeNull();
});
