import { expect, it } from 'vitest';
import { serveRoutes } from '../testing/route-server.ts';
import { send } from '../testing/running-service.ts';
import { restartRoutes } from './restart.ts';

it('answers with nothing, and restarts then', async () => {
  const asked = Promise.withResolvers<boolean>();
  let isAnswered = false;
  const url = await serveRoutes(restartRoutes(() => asked.resolve(isAnswered)));
  const answer = await send(`${url}/service/restart`, 'POST');
  isAnswered = true;
  expect([answer.status, answer.text]).toEqual([200, '']);
  await asked.promise;
});
