import { expect, it } from 'vitest';
import { laidOut } from './laid-out.ts';

it('lays JSON and XML out for reading, and leaves what it cannot read', () => {
  expect(laidOut('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(laidOut('<?xml version="1.0"?><Tra><ESR TN="1"><Pos/></ESR><Foot>Bye</Foot></Tra>')).toBe(
    '<?xml version="1.0"?>\n<Tra>\n  <ESR TN="1">\n    <Pos/>\n  </ESR>\n  <Foot>Bye</Foot>\n</Tra>',
  );
  expect(laidOut('{"a":"cut')).toBe('{"a":"cut');
  expect(laidOut('</a></b>')).toBe('</a>\n</b>');
});
