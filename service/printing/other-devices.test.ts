import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { displayModel, DISPLAYS } from '../devices/line-display/models.ts';
import { EmulatedLineDisplay, type Dialect } from '../emulators/line-display/display.ts';
import { listenDisplay } from '../emulators/line-display/tcp.ts';
import { Attributes } from '../settings/attributes.ts';
import { displayBytes } from './line-display.ts';
import { deviceProblems, OtherDevices } from './other-devices.ts';
import { anyCharacter } from '../testing/any-character.ts';

async function shop(dialect: Dialect) {
  const emulated = new EmulatedLineDisplay(dialect);
  const server = await listenDisplay(emulated);
  onTestFinished(() => server.close());
  const others = new OtherDevices();
  onTestFinished(() => others.close());
  const profile = Attributes.parse(`Display=${dialect} Display_Port=127.0.0.1:${server.port}`);
  const show = others.display(profile, null)!;
  return { emulated, server, show };
}

const lines = (emulated: EmulatedLineDisplay, ...expected: string[]) =>
  vi.waitFor(() => expect(emulated.lines).toEqual(expected));

it.each(['epson', 'cd5220'] as const)('shows texts one after another: %s', async (dialect) => {
  const { emulated, show } = await shop(dialect);
  expect(await show('Kaffee          2,80\nSUMME           4,20\n')).toBe(null);
  await lines(emulated, 'Kaffee          2,80', 'SUMME           4,20');
  await show('Danke');
  await lines(emulated, 'Danke', '');
  await show('');
  await lines(emulated, '', '');
  expect(emulated.refused).toEqual([]);
});

function shown(dialect: Dialect, text: string): EmulatedLineDisplay {
  const emulated = new EmulatedLineDisplay(dialect);
  emulated.receive(displayBytes(text, displayModel(dialect)!));
  return emulated;
}

it.each([
  ['goes on at a blank', 'Vielen Dank und auf Wiedersehen', ['Vielen Dank und auf', 'Wiedersehen']],
  ['breaks what has no blank', 'x'.repeat(50), ['x'.repeat(20), 'x'.repeat(20)]],
  ['cuts each of two lines', `${'a'.repeat(30)}\n${'b'.repeat(30)}`, ['a'.repeat(20), 'b'.repeat(20)]],
  ['leaves a third line out', 'a\nb\nc', ['a', 'b']],
  ['keeps blanks in front and empty lines', '\n   4,20', ['', '   4,20']],
  ['passes no commands on', 'a\u001B@b\u000Cc\u0000d\u009Be', ['a@b cde', '']],
])('a long text %s', (_, text, expected) => {
  const emulated = shown('epson', text);
  expect([emulated.lines, emulated.refused]).toEqual([expected, []]);
});

it.each([
  ['epson', 'Größe 1,20 € ž', 'Größe 1,20 € ž'],
  ['epson', 'ČĆĐŠŽ čćđšž Ж', 'ČĆĐŠŽ čćđšž Ж'],
  ['cd5220', 'Größe 1,20 € ž', 'Größe 1,20 EUR z'],
  ['cd5220', '😀 fin', '? fin'],
] as const)('writes letters as far as %s has them: %s', (dialect, text, expected) => {
  expect(shown(dialect, text).lines[0]).toBe(expected);
});

it('sends nothing that a display does not know, whatever the text', () => {
  fc.assert(
    fc.property(fc.constantFrom(...DISPLAYS), fc.string({ unit: anyCharacter }), ({ name }, text) => {
      expect(shown(name as Dialect, text).refused).toEqual([]);
    }),
  );
});

it('says that the display is not there, and shows again when it is', async () => {
  const { emulated, server, show } = await shop('epson');
  await show('one');
  await lines(emulated, 'one', '');
  await server.close();
  await vi.waitFor(() => expect(show('two')).rejects.toMatchObject({ name: 'PortError' }));
  const again = await listenDisplay(emulated, server.port);
  onTestFinished(() => again.close());
  expect(await show('three')).toBe(null);
  await lines(emulated, 'three', '');
});

it.each([
  ['Display=unheard Display_Port=COM3', ['DISPLAY_PROFILE']],
  ['Display=epson', ['DISPLAY_PROFILE']],
  ['Display=epson Display_Port=printer', ['DISPLAY_PROFILE']],
  ['Display=epson Display_Port=printer Printer=epson', []],
  ['Display=epson Display_Port=/dev/usb/lp0 Printer=epson Printer_Port=/dev/usb/lp0', []],
  ['Drawer=posiflex Drawer_Port=hid:0d3a:0208', ['DRAWER_PROFILE']],
  ['Drawer=posiflex Drawer_Port=hid:0d3a:0207 Display=CD5220 Display_Port=com1', []],
])('says what is wrong with the profile: %s', (text, codes) => {
  expect(deviceProblems(Attributes.parse(text)).map(({ code }) => code)).toEqual(codes);
});
