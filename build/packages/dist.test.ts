import { spawnSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPackage, extractFile } from '@electron/asar';
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../service/testing/folder.ts';
import { root } from '../scripts/root.ts';
import { startPacked } from './testing/packed-service.ts';
import { tryOut } from './testing/try-out.ts';

const app = join(root, 'dist', 'release', 'desktop', 'linux-unpacked');
const service = join(app, 'resources', 'service');

// electron-builder packs for the system it runs on; the stub of the runtime is one of Linux.
test.runIf(process.platform === 'linux')('npm run dist -- --dir packs what can sell', async () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'build', 'packages', 'dist.ts'), '--dir'],
    { encoding: 'utf8' },
  );
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toMatch(/service, portal, pages and Node: \d+\.\d MB/);
  holdsTheShellAlone();
  await hasItsFuses();
  listsItsParts();
  const data = await temporaryFolder();
  const packed = await startPacked(service, data);
  await tryOut(packed.url, data);
  expect((await fetch(packed.portal)).status).toBe(200);
  await packed.stop();
});

function holdsTheShellAlone(): void {
  const archive = join(app, 'resources', 'app.asar');
  const files = listPackage(archive, { isPack: false }).map((file) => file.slice(1));
  const icons = globSync('resources/icons/*.png', { cwd: root });
  const folders = ['dist', 'dist/main', 'resources', 'resources/icons'];
  const own = ['package.json', 'dist/main/index.js', 'dist/main/preload.cjs', 'dist/main/updater.cjs'];
  expect(files.sort()).toEqual([...folders, ...own, ...icons].sort());
  const description = JSON.parse(extractFile(archive, 'package.json').toString()) as Record<string, unknown>;
  expect(description).toMatchObject({ name: 'tillmark', main: 'dist/main/index.js', type: 'module' });
  expect(description).not.toHaveProperty('scripts');
  // Nothing that was native is in there: such code runs beside it.
  expect(existsSync(`${archive}.unpacked`)).toBe(false);
}

async function hasItsFuses(): Promise<void> {
  const { version: _version, ...wire } = await getCurrentFuseWire(join(app, 'tillmark-desktop'));
  const states = Object.entries(wire).map(([fuse, state]) => [
    FuseV1Options[Number(fuse)],
    FuseState[Number(state)],
  ]);
  expect(Object.fromEntries(states)).toEqual({
    RunAsNode: 'DISABLE',
    EnableCookieEncryption: 'ENABLE',
    EnableNodeOptionsEnvironmentVariable: 'DISABLE',
    EnableNodeCliInspectArguments: 'DISABLE',
    EnableEmbeddedAsarIntegrityValidation: 'ENABLE',
    OnlyLoadAppFromAsar: 'ENABLE',
    LoadBrowserProcessSpecificV8Snapshot: 'DISABLE',
    GrantFileProtocolExtraPrivileges: 'DISABLE',
    // As Electron has it: pages of the register use no WebAssembly, and off it costs speed alone.
    WasmTrapHandlers: 'ENABLE',
  });
}

function listsItsParts(): void {
  const text = readFileSync(join(service, 'sbom.cdx.json'), 'utf8');
  const { bomFormat, components } = JSON.parse(text) as { bomFormat: string; components: { name: string }[] };
  const names = components.map(({ name }) => name);
  expect(bomFormat).toBe('CycloneDX');
  expect(names).toEqual(expect.arrayContaining(['node', 'express', 'react', 'electron', 'electron-updater']));
  // Carried by no package.
  for (const name of ['vitest', 'typescript', 'electron-builder']) expect(names).not.toContain(name);
}
