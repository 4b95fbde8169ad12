import { describe, expect, it } from 'vitest';
import { layOut } from './lay-out.ts';

const section = (name: string, wide = false) => ({
  name,
  heading: { key: name },
  parts: [],
  ...(wide && { wide: true as const }),
});

const names = (...sections: ReturnType<typeof section>[]) =>
  layOut(sections).map(({ wide, columns }) =>
    wide === null ? columns.map((column) => column.map(({ name }) => name)) : wide.name,
  );

describe('places of sections', () => {
  it('are side by side between those that are as wide as the page; one alone is as wide, too', () => {
    expect(
      names(section('a', true), section('b'), section('c'), section('d'), section('e', true), section('f')),
    ).toEqual(['a', [['b', 'c'], ['d']], 'e', 'f']);
  });

  it('are none where there are no sections', () => {
    expect(names()).toEqual([]);
  });
});
