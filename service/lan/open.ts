/** The network of the shop's tills as a service needs it: on or off by the profile. */
import os from 'node:os';
import type { ProfileAttributes } from '../countries/contract/services.ts';
import { Lan, type LanParts } from './lan.ts';
import { Neighbours } from './neighbours.ts';

/** What a service knows of itself. */
export interface LanService extends Pick<
  LanParts,
  'own' | 'companyKey' | 'instance' | 'version' | 'server' | 'clock' | 'log'
> {
  /** The web server is there for other machines; else nobody is called. */
  isForOthers: boolean;
  attributes: () => ProfileAttributes;
  /** Remembers the machines of the shop. */
  file: string;
}

/** Opens what is remembered of the shop; it is looked for from {@link Lan.start} on. */
export async function openLan(service: LanService): Promise<Lan> {
  const { isForOthers, attributes, file, ...parts } = service;
  return new Lan({
    ...parts,
    name: os.hostname(),
    neighbours: await Neighbours.open(file, service.log),
    secret() {
      if (!isForOthers || attributes().flag('UdpServer_disable')) return null;
      return attributes().text('Lan_Key') ?? null;
    },
  });
}
