import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { Connections } from './connections.ts';

it('lets one address have many connections, and leaves the others theirs', () => {
  const connections = new Connections(2);
  const [first, second] = [new EventEmitter(), new EventEmitter()];
  expect(connections.admit('a', first)).toBe(true);
  expect(connections.admit('a', second)).toBe(true);
  expect(connections.admit('a', new EventEmitter())).toBe(false);
  expect(connections.admit('b', new EventEmitter())).toBe(true);
  first.emit('close');
  expect(connections.admit('a', new EventEmitter())).toBe(true);
  expect(connections.admit('a', new EventEmitter())).toBe(false);
});
