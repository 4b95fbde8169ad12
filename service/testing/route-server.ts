import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import { onTestFinished } from 'vitest';
import { byNameAlone, keepName } from '../http/request/named-register.ts';
import { queryOf } from '../http/request/query.ts';

/** What the door has found out in front of all routes: which register is meant. */
const named: RequestHandler = (request, _response, next) => {
  keepName(request, byNameAlone(queryOf(request)));
  next();
};

/** Serves a router alone, until the end of the test; its address. */
export async function serveRoutes(routes: RequestHandler): Promise<string> {
  const server = express().use(named, routes).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
