/** A service that is connected to a portal of the test's own, both in this process. */
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { testCompany } from '../portal/testing/company.ts';
import { testPortal, type TestPortal } from '../portal/testing/portal.ts';
import { runService, type Running } from './running-service.ts';

/** A portal that ends with the test. */
export async function portalOfTest(): Promise<TestPortal> {
  const portal = await testPortal();
  onTestFinished(() => portal.stop());
  return portal;
}

/** A portal for all tests of a file, which have a company each. */
export function portalOfFile(): () => TestPortal {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await testPortal();
  });
  afterAll(() => portal.stop());
  return () => portal;
}

/** A company in a portal, and its badge. */
export async function companyWithBadge(
  portal: TestPortal,
  taxId = 'PT599999993',
  countryCode = 'PT',
): Promise<{ companyId: number; badge: string }> {
  const companyId = await testCompany(portal, { taxId, countryCode });
  const { badge } = await portal.ask<{ badge: string }>('POST', `/Company/${companyId}/Badge`);
  return { companyId, badge };
}

/** Tells a service where the portal is, and gives it a badge. */
export async function connect(service: Running, url: string, badge: string): Promise<void> {
  const answer = await service.post('/profile', {
    Attributes: `Recorder_url="${url}" Recorder_init=0`,
  });
  expect(answer.json.ProfileC.Result.RC).toBe('OK');
  const answered = await service.post('/profile', { Badge: badge });
  expect(answered.json.ProfileC.Result).toEqual({ RC: 'OK' });
}

/** Starts a service with Portugal's example company and connects it. */
export async function connectedService(
  portal: TestPortal,
  badge: string,
  url = portal.url,
): Promise<Running> {
  const service = await runService();
  await connect(service, url, badge);
  return service;
}

/** Waits until the portal has all records of the service. */
export async function caughtUp(service: Running): Promise<void> {
  await expect
    .poll(async () => (await service.get('/state')).json, { timeout: 15_000, interval: 50 })
    .toMatchObject({ Online: true, RecQueued: 0 });
}

/** Lines of the archive, in order. */
export async function archived(portal: TestPortal, companyId: number): Promise<string[]> {
  const rows = await portal.portal.services.db.select<{ line: string }>(
    'SELECT line FROM records WHERE company_id = $companyId ORDER BY register_id, sq',
    { companyId },
  );
  return rows.map(({ line }) => line);
}
