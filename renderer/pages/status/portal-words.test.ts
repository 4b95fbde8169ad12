import { expect, it } from 'vitest';
import { isReachable, registerLink, waitingTime } from './portal-words.ts';

it.each([
  ['http://localhost:5619/', 'localhost', true],
  ['http://localhost:5619/', '127.0.0.1', true],
  ['http://127.0.0.1:5619/', '192.168.1.7', false],
  ['http://[::1]:5619/', 'till.local', false],
  ['https://portal.example/', 'till.local', true],
])('opens %s from %s: %s', (url, host, reachable) => {
  expect(isReachable(url, host)).toBe(reachable);
});

it.each([
  [null, null],
  [1, { unit: 'soon', number: 1 }],
  [61, { unit: 'minutes', number: 2 }],
  [5400, { unit: 'hours', number: 2 }],
])('says of %j seconds %j', (seconds, words) => {
  expect(waitingTime(seconds)).toEqual(words);
});

it('leads to the register once it is known there', () => {
  const url = 'https://portal.example/sub/';
  expect(registerLink({ url, register: null })).toBeNull();
  expect(registerLink({ url, register: { companyId: 3, registerId: 7 } })).toBe(`${url}#/register/3/7`);
});
