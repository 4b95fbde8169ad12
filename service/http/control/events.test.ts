import http from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { ControlStatus } from '../../wire.ts';
import { keepName } from '../request/named-register.ts';
import { statusRoutes } from './control.ts';

it('keeps nothing more for a page that does not take what it was sent, until it does', async () => {
  let asked = 0;
  const status = { company: { name: 'x'.repeat(8_000_000) } } as unknown as ControlStatus;
  const routes = statusRoutes(() => {
    asked++;
    return Promise.resolve(status);
  });
  const app = express().use((request, _response, next) => {
    keepName(request, { rn: 'def', issues: [] });
    next();
  });
  const server = http.createServer(app.use(routes.router)).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const request = http.get({ host: '127.0.0.1', port, path: '/control/events', agent: false });
  onTestFinished(() => {
    routes.close();
    request.destroy();
    server.close();
  });
  request.on('error', () => undefined);
  const response = await new Promise<http.IncomingMessage>((resolve) => request.on('response', resolve));
  response.on('error', () => undefined).pause();
  for (let i = 0; i < 12; i++) {
    routes.changed();
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  expect(asked).toBeLessThan(6);
  const before = asked;
  response.resume();
  await vi.waitFor(() => expect(asked).toBeGreaterThan(before), { timeout: 5000 });
});
