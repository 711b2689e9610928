/** Colours and type. */
import { Cell, Kit } from './Kit.tsx';

const GROUND = [
  ['bg-paper', 'paper'],
  ['bg-surface', 'surface'],
  ['bg-sunken', 'sunken'],
  ['bg-line', 'line'],
  ['bg-edge', 'edge'],
  ['bg-ink-3', 'ink-3'],
  ['bg-ink-2', 'ink-2'],
  ['bg-ink', 'ink'],
  ['bg-primary', 'primary'],
  ['bg-primary-soft', 'primary-soft'],
  ['bg-brick', 'brick'],
] as const;

const STATUS = ['green', 'amber', 'red', 'blue'] as const;

export function ColourParts() {
  return (
    <>
      <Kit title="Colour">
        <ul className="swatches">
          {GROUND.map(([colour, name]) => (
            <li key={name}>
              <span className={colour} />
              {name}
            </li>
          ))}
        </ul>
        <ul className="swatches">
          {STATUS.flatMap((name) =>
            (['', '-soft', '-rule', '-fill'] as const).map((kind) => (
              <li key={name + kind}>
                <span style={{ background: `var(--${name}${kind})` }} />
                {name + kind}
              </li>
            )),
          )}
        </ul>
      </Kit>
      <Kit title="Type" columns="two">
        <Cell state="28 / 36, bold">
          <p className="text-xl font-bold figures">£8,220.00</p>
        </Cell>
        <Cell state="20 / 28, bold">
          <p className="text-l font-bold">Income and expenses</p>
        </Cell>
        <Cell state="15 / 24 (16 below 768)">
          <p>
            14 Chandos Terrace, <a href="#main">Leeds LS8 1QS</a>
          </p>
        </Cell>
        <Cell state="13 / 20">
          <p className="text-s text-ink-2">
            Lease ends <span className="figures">28 Feb 2027</span> <kbd>Ctrl K</kbd>
          </p>
        </Cell>
      </Kit>
    </>
  );
}
