import { expect, it } from 'vitest';
import { readFeed } from './feed.ts';

it('is the one of the package unless the company names one', () => {
  expect(readFeed(null)).toEqual({ from: 'package' });
  expect(readFeed('')).toEqual({ from: 'package' });
  expect(readFeed('https://updates.example.com/tillmark/')).toEqual({
    from: 'company',
    url: 'https://updates.example.com/tillmark/',
  });
});

it.each([
  ['off', ''],
  ['http://updates.example.com/', '--update-feed has to begin with https://'],
  ['file:///C:/updates', '--update-feed has to begin with https://'],
  ['https://ana:secret@updates.example.com/', '--update-feed may not hold a user or password'],
  ['updates', '--update-feed is no address'],
])('is nowhere for %s', (setting, text) => {
  expect(readFeed(setting)).toEqual({ from: 'nowhere', text });
});
