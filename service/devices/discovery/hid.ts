/** HID devices: what they say they are, and which drivers fit. Nothing is sent to them. */
import type { HidFacts, NativeDevice } from '../ports/native-messages.ts';
import type { FoundDevice } from './contract.ts';

/** Usage pages: keyboards and mice, keys for media, touch screens and the like; alphanumeric displays; scanners. */
const DESKTOP = 0x01;
const OF_COMPUTERS = new Set([DESKTOP, 0x02, 0x05, 0x0b, 0x0c, 0x0d, 0x20]);
const DISPLAY = 0x14;
const SCANNER = 0x8c;
/** Honeywell, Metrologic, Zebra (Symbol), Datalogic. */
const SCANNER_MAKERS = new Set([0x0c2e, 0x23d0, 0x05e0, 0x05f9]);
const KEYBOARD = 0x06;
const POSIFLEX = 0x0d3a;
/** Drawers of APG and Logic Controls, whose reports nobody has told. */
const APG = 0x07c5;
const LOGIC_CONTROLS_DRAWER = { vendor: 0x0fa8, product: 0xb033 };

type Described = Pick<FoundDevice, 'kind' | 'model' | 'fault'>;

/** Devices of a till among all that are connected; each address once. */
export function hidDevices(all: readonly NativeDevice[]): (NativeDevice & Described)[] {
  const facts = all.flatMap(({ hid }) => (hid ? [hid] : []));
  const found = new Map<string, NativeDevice & Described>();
  for (const device of all) {
    const described = device.hid && describe(device.hid, device.fault, facts);
    if (!described) continue;
    const known = found.get(device.address);
    // Two that cannot be told apart are not opened.
    const fault = known ? ('unsupported' as const) : described.fault;
    found.set(device.address, { ...device, ...described, fault });
  }
  return [...found.values()];
}

/** Null for what is no device of a till. */
function describe(hid: HidFacts, fault: FoundDevice['fault'], all: readonly HidFacts[]): Described | null {
  const { vendor, product, page, usage } = hid;
  if (page === SCANNER) return { kind: 'scanner', model: null, fault };
  if (page === DISPLAY) return { kind: 'display', model: null, fault: 'unsupported' };
  // In keyboard mode it belongs to the system and types what it reads.
  if (page === DESKTOP && usage === KEYBOARD && SCANNER_MAKERS.has(vendor)) {
    return { kind: 'scanner', model: null, fault: 'unsupported' };
  }
  if (vendor === POSIFLEX && product >= 0x0200 && product <= 0x0207) {
    return { kind: 'drawer', model: 'posiflex', fault };
  }
  const isOther = vendor === LOGIC_CONTROLS_DRAWER.vendor && product === LOGIC_CONTROLS_DRAWER.product;
  if (vendor === APG || isOther) return { kind: 'drawer', model: null, fault: 'unsupported' };
  // Mice and keyboards have parts of their makers beside the one that is used.
  const isComputers = all.some(
    (one) => one.vendor === vendor && one.product === product && OF_COMPUTERS.has(one.page),
  );
  return isComputers ? null : { kind: 'unknown', model: null, fault: 'unsupported' };
}
