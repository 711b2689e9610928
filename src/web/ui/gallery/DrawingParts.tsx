/** The mark, the nine houses, the street. */
import { House } from '../brand/House.tsx';
import { Brand } from '../brand/Mark.tsx';
import { Street } from '../brand/Street.tsx';
import { Cell, Kit } from './Kit.tsx';

/** A seed for each drawing that a type has. */
const HOMES = [
  ['terraced', 'a'],
  ['terraced', 'b'],
  ['flat', 'a'],
  ['flat', 'b'],
  ['flat', 'e'],
  ['semi-detached', 'a'],
  ['detached', 'a'],
  ['house', 'e'],
  ['bungalow', 'a'],
] as const;

export function DrawingParts() {
  return (
    <>
      <Kit title="Mark">
        <Brand />
      </Kit>
      <Kit title="House" columns="three">
        {HOMES.map(([type, seed]) => (
          <Cell key={type + seed} state={type}>
            <House type={type} seed={seed} />
          </Cell>
        ))}
        <Cell state="in a table row">
          <House type="flat" seed="a" size="thumb" className="max-w-16 rounded-mark border border-line" />
        </Cell>
      </Kit>
      <Kit title="Street">
        <Street />
      </Kit>
    </>
  );
}
