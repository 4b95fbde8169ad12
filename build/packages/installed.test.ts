/** Packages as an administrator has them: installed, upgraded over data, removed. Nightly: it takes a minute. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../service/testing/folder.ts';
import { send } from '../../service/testing/running-service.ts';
import { makeDeb } from './linux-packages.ts';
import { stage, thisMachine } from './stage.ts';
import { canMakeMachine, makeMachine, type Machine } from './testing/machine.ts';
import { tryOut } from './testing/try-out.ts';

const isNight = Number(process.env.TILLMARK_RUNS ?? 1) > 1;

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A register that runs on the machine. */
async function whenUp(machine: Machine, url: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const answer = await send(`${url}/state`, 'GET').catch(() => null);
      expect(answer?.status, machine.attempt('cat /run/*.log').said).toBe(200);
    },
    { timeout: 60_000, interval: 200 },
  );
}

/** Ports of its own, written where secrets stand: a file that no package brings. */
async function setPorts(machine: Machine): Promise<string> {
  const [port, portal] = [await freePort(), await freePort()];
  machine.run(
    `mkdir -p /etc/tillmark && printf 'TILLMARK_PORT=${port}\\nTILLMARK_PORTAL_PORT=${portal}\\n' >/etc/tillmark/secrets.conf && chmod 600 /etc/tillmark/secrets.conf`,
  );
  return `http://127.0.0.1:${port}`;
}

async function sell(url: string): Promise<string> {
  const PosA = [{ _: 'Pos', Dsc: 'Bolo', TaxG: '23%', Amt: '1.00' }];
  const PayA = [{ _: 'Pay', Dsc: 'Dinheiro', PayG: 'cash', Amt: '1.00' }];
  const answer = await send(`${url}/register`, 'POST', { Tra: { ESR: { PosA, PayA } } });
  expect(answer.json.TraC.Result, answer.text).toMatchObject({ RC: 'OK' });
  return String(answer.json.TraC.ESR.TN);
}

const asked = (machine: Machine): string[] =>
  machine.run('cat /run/systemctl.log; : >/run/systemctl.log').trim().split('\n');

// Skipped by day, and where there is no Linux or no right to make a machine of its own.
describe.runIf(isNight && canMakeMachine())('at night, on a machine without Node', () => {
  const packages = mkdtempSync(join(tmpdir(), 'tillmark-packages-'));
  beforeAll(() => void stage(join(packages, 'tillmark')));
  afterAll(() => rmSync(packages, { recursive: true }));

  test('the deb is installed, sells, is upgraded and removed, and its data stay', async () => {
    const { arch } = thisMachine();
    for (const version of ['3.0.0', '3.0.1']) {
      makeDeb({ staged: join(packages, 'tillmark'), version, arch, out: packages, isDraft: true });
    }
    const machine = await makeMachine(await temporaryFolder(), packages);
    expect(machine.attempt('node --version').status).not.toBe(0);
    const url = await setPorts(machine);
    machine.run('dpkg -i /mnt/tillmark_3.0.0_*.deb');
    expect(asked(machine)).toEqual(['daemon-reload', 'enable --now tillmark.service']);
    machine.run('systemd-analyze verify tillmark.service tillmark-portal.service');
    await whenUp(machine, url);
    // The register, its portal and what they have started.
    const processes = machine.run("ps -eo user:20,args | awk '$2 ~ /^.opt.tillmark/ { print $1 }'");
    expect(processes).toMatch(/^(tillmark\n){2,}$/);
    await tryOut(url, '/var/tmp');
    expect(machine.run('stat -c %a:%U /var/lib/tillmark /var/lib/tillmark/marks')).toMatch(/^700:tillmark\n/);
    const before = Number(await sell(url));

    machine.run('echo "# ours" >>/etc/tillmark/tillmark.conf');
    machine.run('dpkg -i /mnt/tillmark_3.0.1_*.deb');
    expect(asked(machine).filter((line) => !line.startsWith('is-active'))).toEqual([
      'stop tillmark.service',
      'daemon-reload',
      'start tillmark.service',
    ]);
    await whenUp(machine, url);
    expect(Number(await sell(url))).toBe(before + 1);
    expect(machine.run('cat /etc/tillmark/tillmark.conf')).toContain('# ours');

    expect(machine.run('dpkg -r tillmark')).toContain('have to be kept');
    expect(asked(machine)).toContain('disable --now tillmark.service tillmark-portal.service');
    machine.run(
      'dpkg -P tillmark && test ! -e /opt/tillmark && test -s /var/lib/tillmark/data/journal.db && getent passwd tillmark',
    );

    machine.run('dpkg -i /mnt/tillmark_3.0.1_*.deb');
    await whenUp(machine, url);
    expect(Number(await sell(url))).toBe(before + 2);
  });

  test('the archive is set up by its script, and again, and removed; the deb is refused beside it', async () => {
    const { arch } = thisMachine();
    makeDeb({ staged: join(packages, 'tillmark'), version: '3.0.1', arch, out: packages, isDraft: true });
    const machine = await makeMachine(await temporaryFolder(), packages);
    const url = await setPorts(machine);
    // As a careful administrator has it.
    machine.run('umask 077 && cp -R /mnt/tillmark /tmp/tillmark && /tmp/tillmark/setup/install.sh');
    await whenUp(machine, url);
    await tryOut(url, '/var/tmp');
    const before = Number(await sell(url));
    machine.run('/tmp/tillmark/setup/install.sh');
    await whenUp(machine, url);
    expect(Number(await sell(url))).toBe(before + 1);
    const { status, said } = machine.attempt('dpkg -i /mnt/tillmark_3.0.1_*.deb');
    expect(status).not.toBe(0);
    expect(said).toContain('uninstall.sh');
    expect(machine.attempt('/opt/tillmark/setup/install.sh').said).toContain('unpack the archive elsewhere');
    machine.run(
      '/opt/tillmark/setup/uninstall.sh && test ! -e /opt/tillmark && test -s /var/lib/tillmark/data/journal.db',
    );
  });
});
