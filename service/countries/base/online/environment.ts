/** Where receipts are reported to: the authority's system, its test system, or another one such as an emulator. */
import type { X509Certificate } from 'node:crypto';
import fs from 'node:fs';
import tls from 'node:tls';
import type { Fis } from '../../../receipt/tra.ts';
import type { Delivered } from '../../contract/delivery.ts';
import type { CountryServices, ProfileAttributes } from '../../contract/services.ts';
import { get, post, type Posted, type Target } from '../http-client.ts';
import { certificatesOf, keptAuthority } from './authority.ts';

/** Web servers of authorities may be known by a public issuer. Joined once: it is long. */
const PUBLIC_ISSUERS = tls.rootCertificates.join('\n');
/** The signal ends a conversation long before. */
const LONGEST_MS = 60_000;

/** What the profile of an installation says of it. */
export interface Environment {
  /** Address of another system than the authority's; undefined for none. */
  other: (services: Pick<CountryServices, 'attributes'>) => string | undefined;
  /** Whether receipts are only tests: they are reported to the test system, or to nobody who counts. */
  isTest: (services: Pick<CountryServices, 'attributes'>) => boolean;
  /** Certificates that are trusted besides public issuers: those of the page, and of a PEM file that an attribute names. */
  trusted: (services: Pick<CountryServices, 'attributes' | 'log' | 'vault' | 'memory'>) => X509Certificate[];
  /** Whether a receipt was registered as a test: the production system is never told of it. */
  isTestReceipt: (fis: Fis | undefined) => boolean;
  /** What marks `Fis` of a test. */
  mark: (isTest: boolean) => Record<string, string>;
  /** What becomes of a receipt that was a test, when nobody may be told of it any more; null for all others. */
  droppedTest: (fis: Fis | undefined, services: Pick<CountryServices, 'attributes'>) => Delivered | null;
}

/** Whether the service is a test system that tells nobody: what counts is still told. */
export function isSilent(services: Pick<CountryServices, 'attributes'>): boolean {
  return services.attributes().flag('Reg_test');
}

/** Reads an attribute of the profile. */
type Setting = (attributes: ProfileAttributes) => string | undefined;

/** @param settings another system's address, and the file of trusted certificates */
export function environment(country: string, settings: { address: Setting; file: Setting }): Environment {
  const marker = `${country}_Test`;
  // Pages and status ask again and again.
  let logged = '';
  const other: Environment['other'] = (services) => settings.address(services.attributes());
  const isTest: Environment['isTest'] = (services) =>
    services.attributes().flag('Fiscal_Test') || other(services) !== undefined;
  const isTestReceipt = (fis: Fis | undefined) => fis?.[marker] === '1';
  return {
    other,
    isTest,
    isTestReceipt,
    mark: (test) => (test ? { [marker]: '1' } : {}),
    droppedTest(fis, services) {
      if (!isTestReceipt(fis)) return null;
      // A test system that does not answer would keep receipts that count from being told.
      if (!isTest(services)) return { outcome: 'dropped', text: 'it was a test, and tests are over' };
      return isSilent(services)
        ? { outcome: 'dropped', text: 'it was a test, and Reg_test reports nothing' }
        : null;
    },
    trusted(services) {
      const file = settings.file(services.attributes());
      const kept = keptAuthority(country, services);
      if (file === undefined) return [...kept];
      try {
        return [...kept, ...certificatesOf(fs.readFileSync(file, 'utf8'))];
      } catch (error) {
        const text = String(error);
        if (text !== logged)
          services.log.error(`the trusted certificates of ${country}, ${file}, cannot be read`, error);
        logged = text;
        return [...kept];
      }
    },
  };
}

/** A message to an authority. */
export interface Message extends Pick<
  Target,
  'url' | 'name' | 'headers' | 'client' | 'acceptUnauthorized' | 'longestAnswer'
> {
  /** Of the test system. */
  test: boolean;
  /** Trusted besides public issuers. */
  trusted: readonly X509Certificate[];
  /** Null: the address is only asked for (GET). */
  body: string | Buffer | null;
  signal: AbortSignal;
}

/** Sends a message; `unreachable` says why there is no answer, English. Never rejects. */
export async function exchange(
  { test, trusted, body, ...target }: Message,
  services: Pick<CountryServices, 'attributes'>,
): Promise<Extract<Posted, { body: Buffer }> | { unreachable: string }> {
  if (test && isSilent(services)) return { unreachable: 'Reg_test: a test system reports nothing' };
  const ca = [PUBLIC_ISSUERS, ...trusted.map(String)].join('\n');
  const asked = { ...target, ca, timeoutMs: LONGEST_MS };
  const posted = await (body === null ? get(asked) : post(asked, body));
  if ('body' in posted) return posted;
  if ('unreachable' in posted) return { unreachable: posted.unreachable };
  return { unreachable: 'unusable' in posted ? posted.unusable : posted.unreadable };
}
