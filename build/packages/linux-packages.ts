/** deb and rpm of Tillmark without a window (PK7): the same files and the same steps in both. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Target } from './left-out.ts';
import { setRights } from './rights.ts';

/** What a package is made of. */
export interface LinuxPackage {
  /** The folder that `stage` has put together. */
  staged: string;
  version: string;
  arch: Target['arch'];
  /** Where the package goes; its name is the usual one of its kind. */
  out: string;
  /** Quick to make instead of small, for tests. */
  isDraft?: boolean;
}

const SETUP = join(import.meta.dirname, 'setup', 'linux');
const CONF = ['/etc/tillmark/tillmark.conf', '/etc/tillmark/portal.conf'];
const SUMMARY = 'open fiscal register: checks, numbers, signs and keeps receipts';

/** Who installs a package over what `install.sh` has set up would have two units of one name. */
const REFUSE = `if [ -e /etc/systemd/system/tillmark.service ]; then
  echo 'tillmark: set up by install.sh before; run /opt/tillmark/setup/uninstall.sh first, data stay' >&2
  exit 1
fi`;
const KEPT = `echo 'tillmark: receipts have to be kept for years; /var/lib/tillmark, /var/lib/tillmark-portal and the user tillmark stay'`;

/** Puts the file system of a package together in `tree`. */
function lay({ staged }: LinuxPackage, tree: string): void {
  rmSync(tree, { recursive: true, force: true });
  const put = (from: string, to: string): void => {
    mkdirSync(dirname(join(tree, to)), { recursive: true });
    copyFileSync(from, join(tree, to));
  };
  cpSync(staged, join(tree, 'opt', 'tillmark'), { recursive: true });
  for (const unit of ['tillmark.service', 'tillmark-portal.service']) {
    put(join(SETUP, unit), `usr/lib/systemd/system/${unit}`);
  }
  put(join(staged, 'resources', 'linux', '70-tillmark.rules'), 'usr/lib/udev/rules.d/70-tillmark.rules');
  for (const file of CONF) put(join(SETUP, file.replace(/.*\//, '')), file.slice(1));
  put(join(staged, 'LICENSE'), 'usr/share/doc/tillmark/copyright');
  mkdirSync(join(tree, 'usr', 'bin'), { recursive: true });
  symlinkSync('/opt/tillmark/bin/tillmark', join(tree, 'usr', 'bin', 'tillmark'));
  setRights(tree);
}

function steps(): string {
  return readFileSync(join(SETUP, 'steps.sh'), 'utf8');
}

/**
 * Makes `tillmark_3.0.0_amd64.deb`.
 * @returns its path
 * @throws Error with what dpkg-deb says
 */
export function makeDeb(wanted: LinuxPackage): string {
  const arch = { x64: 'amd64', arm64: 'arm64' }[wanted.arch];
  const tree = join(wanted.out, 'deb-tree');
  lay(wanted, tree);
  const control = join(tree, 'DEBIAN');
  mkdirSync(control);
  const script = (name: string, text: string): void =>
    writeFileSync(join(control, name), `#!/bin/sh\nset -e\n${steps()}\n${text}\n`, { mode: 0o755 });
  writeFileSync(
    join(control, 'control'),
    `Package: tillmark
Version: ${wanted.version}
Architecture: ${arch}
Maintainer: Tillmark contributors <tillmark@localhost>
Section: misc
Priority: optional
Depends: libc6 (>= 2.28), libstdc++6, passwd
Recommends: libudev1, libusb-1.0-0
Suggests: pcscd
Description: ${SUMMARY}
 The register and its portal as services, with their own Node.
`,
  );
  writeFileSync(join(control, 'conffiles'), CONF.map((file) => `${file}\n`).join(''));
  script('preinst', `${REFUSE}\nif [ "$1" = upgrade ]; then stop_for_upgrade; fi`);
  script(
    'postinst',
    `add_account
reload_system
case "$1" in
  configure) if [ -z "$2" ]; then start_again first; else start_again later; fi ;;
  *) start_again later ;;
esac`,
  );
  script('prerm', 'if [ "$1" = remove ]; then disable_units; fi');
  script('postrm', `case "$1" in remove | purge) reload_system; ${KEPT} ;; esac`);
  const file = join(wanted.out, `tillmark_${wanted.version}_${arch}.deb`);
  run('dpkg-deb', ['--root-owner-group', wanted.isDraft ? '-Znone' : '-Zxz', '--build', tree, file]);
  rmSync(tree, { recursive: true });
  return file;
}

/**
 * Makes `tillmark-3.0.0-1.x86_64.rpm`.
 * @returns its path
 * @throws Error with what rpmbuild says
 */
export function makeRpm(wanted: LinuxPackage): string {
  const arch = { x64: 'x86_64', arm64: 'aarch64' }[wanted.arch];
  const tree = join(wanted.out, 'rpm-tree');
  lay(wanted, tree);
  const top = join(wanted.out, 'rpm-build');
  rmSync(top, { recursive: true, force: true });
  mkdirSync(top);
  const spec = join(top, 'tillmark.spec');
  writeFileSync(spec, specOf(wanted, tree));
  run('rpmbuild', [
    '-bb',
    '--quiet',
    '--target',
    arch,
    '--define',
    `_topdir ${top}`,
    '--define',
    `_rpmdir ${wanted.out}`,
    spec,
  ]);
  rmSync(tree, { recursive: true });
  rmSync(top, { recursive: true });
  return join(wanted.out, `tillmark-${wanted.version}-1.${arch}.rpm`);
}

function specOf({ version, isDraft = false }: LinuxPackage, tree: string): string {
  return `%global __os_install_post %{nil}
%global debug_package %{nil}
%define _build_id_links none
%define _binary_payload ${isDraft ? 'w1.gzdio' : 'w7.xzdio'}
%define _build_name_fmt %%{NAME}-%%{VERSION}-%%{RELEASE}.%%{ARCH}.rpm
Name: tillmark
Version: ${version.replace('-', '~')}
Release: 1
Summary: ${SUMMARY}
License: Apache-2.0
AutoReqProv: no
Requires: glibc >= 2.28, libstdc++, systemd
Requires(pre): shadow-utils
Requires(post): shadow-utils

%description
The register and its portal as services, with their own Node.

%install
cp -a ${tree}/. %{buildroot}/

%files
%defattr(-,root,root)
/opt/tillmark
/usr/bin/tillmark
/usr/lib/systemd/system/tillmark.service
/usr/lib/systemd/system/tillmark-portal.service
/usr/lib/udev/rules.d/70-tillmark.rules
/usr/share/doc/tillmark
%dir /etc/tillmark
${CONF.map((file) => `%config(noreplace) ${file}`).join('\n')}

%pre
${steps()}
${REFUSE}
if [ "$1" -ge 2 ]; then stop_for_upgrade; fi

%post
${steps()}
add_account
reload_system
if [ "$1" = 1 ]; then start_again first; else start_again later; fi

%preun
${steps()}
if [ "$1" = 0 ]; then disable_units; fi

%postun
${steps()}
reload_system
if [ "$1" = 0 ]; then ${KEPT}; fi
`;
}

function run(command: string, args: string[]): void {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (error) throw error;
  if (status !== 0) throw new Error(`${command}: ${stderr || stdout}`);
}
