/** The drawn street: the only ornament of the public pages. Drawn once, shown again by reference. */
import { chimneys, type Door, fronts, ROOFS, ROWS, type Row, SIZE, SKY, TREES, type Wall, widthOf } from './street.ts';

const GROUND = SIZE.height;

/** The large drawing in the hero. It also holds the parts that `StreetAgain` refers to. */
export function Street() {
  return (
    <svg className="street" viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden="true">
      <defs>
        <Parts />
      </defs>
      <g id="street">
        <circle className="sky" cx={SKY.at} cy={SKY.height} r={SKY.radius} />
        {TREES.map(([at, size]) => (
          <use key={at} href="#tree" transform={`translate(${at} ${GROUND})scale(${size})`} />
        ))}
        {ROWS.map((row) => (
          <Houses key={row.at} row={row} />
        ))}
      </g>
    </svg>
  );
}

/** The same street, smaller, further down the page. */
export function StreetAgain() {
  return (
    <svg className="street" viewBox={`0 0 ${SIZE.width} ${SIZE.height}`} aria-hidden="true">
      <use href="#street" />
    </svg>
  );
}

/** The parts that repeat. Each window's own origin is the middle of its sill, a tree's its foot. */
function Parts() {
  return (
    <>
      <g id="sash">
        <path className="stone" d="M-10 0h20v3h-20z" stroke="none" />
        <path className="glass" d="M-8-26H8V0H-8z" />
        <path d="M-8-13H8M0-26V0" />
      </g>
      <g id="lit">
        <path className="stone" d="M-10 0h20v3h-20z" stroke="none" />
        <path className="lamp" d="M-8-26H8V0H-8z" />
        <path d="M-8-13H8M0-26V0" />
      </g>
      <g id="dormer">
        <path className="stucco" d="M-11 0v-18L0-27l11 9V0z" />
        <path className="glass" d="M-6-15H6v13H-6z" />
        <path d="M0-15v13" />
      </g>
      <g id="bow">
        <path className="roof" d="M-15-41h30l5 7h-40z" />
        <path className="stone" d="M-17-34h34V0h-34z" />
        <path className="glass" d="M-14-31h28v20h-28zM-5-31H5v20H-5z" />
      </g>
      <g id="tree">
        <path className="trunk" d="M0 0v-40" />
        <circle className="leaf" cx="-3" cy="-48" r="20" />
        <circle className="leaf" cx="11" cy="-38" r="13" />
      </g>
      <g id="stack">
        <path className="brick" d="M-6 0v-20H6V0z" />
        <path className="roof" d="M-5-20v-6h4v6m2 0v-6h4v6" />
      </g>
      {(['red', 'blue', 'ink'] satisfies Door[]).map((colour) => (
        <g id={`door-${colour}`} key={colour}>
          <path className="glass" d="M-8-31a8 8 0 0 1 16 0z" />
          <path className={`door-${colour}`} d="M-8-31H8V0H-8z" />
          <circle className="glass" cx="4.5" cy="-15" r="1.2" stroke="none" />
        </g>
      ))}
    </>
  );
}

function Houses({ row }: { row: Row }) {
  const top = GROUND - row.storeys * SIZE.storey;
  return (
    <>
      <RoofBehind row={row} top={top} />
      {fronts(row).map(({ at, wall, door }) => (
        <House key={at} row={row} at={at} top={top} wall={wall} door={door} />
      ))}
      <RoofInFront row={row} top={top} />
    </>
  );
}

type HouseProps = { row: Row; at: number; top: number; wall: Wall; door: Door };

function House({ row: { unit, storeys, bays, bow, roof }, at, top, wall, door }: HouseProps) {
  const doorBay = bays % 2 === 1 ? (bays - 1) / 2 : bays - 1;
  const middle = (bay: number) => at + ((bay + 0.5) * unit) / bays;
  const windows = Array.from({ length: storeys * bays }, (_, index) => ({
    bay: index % bays,
    storey: Math.floor(index / bays),
  })).filter(({ bay, storey }) => storey > 0 || bay !== doorBay);
  return (
    <>
      <path className={wall} d={`M${at} ${top}h${unit}V${GROUND}h${-unit}z`} />
      {roof === 'gable' && <Gable at={at} unit={unit} top={top} wall={wall} />}
      {storeys > 3 && (
        <path className="stone" d={`M${at} ${GROUND - SIZE.storey - 1}h${unit}v-3h${-unit}z`} stroke="none" />
      )}
      {windows.map(({ bay, storey }) => (
        <use
          key={`${storey}-${bay}`}
          href={bow && storey === 0 ? '#bow' : isLit(at, storey, bay) ? '#lit' : '#sash'}
          x={round(middle(bay))}
          y={GROUND - storey * SIZE.storey - (bow && storey === 0 ? 0 : 14)}
        />
      ))}
      <use href={`#door-${door}`} x={round(middle(doorBay))} y={GROUND} />
    </>
  );
}

function Gable({ at, unit, top, wall }: { at: number; unit: number; top: number; wall: Wall }) {
  const half = unit / 2;
  return (
    <path className={wall === 'brick' ? 'stucco' : 'stone'} d={`M${at - 2} ${top}l${half + 2} -34l${half + 2} 34z`} />
  );
}

function RoofBehind({ row, top }: { row: Row; top: number }) {
  const { rise, inset } = ROOFS[row.roof];
  const slope = `l${inset + 3} ${-rise}h${widthOf(row) - 2 * inset}l${inset + 3} ${rise}z`;
  return (
    <>
      {chimneys(row).map((x) => (
        <use key={x} href="#stack" x={x} y={top - rise} />
      ))}
      {rise > 0 && <path className="roof" d={`M${row.at - 3} ${top}${slope}`} />}
    </>
  );
}

/** What stands before the walls: the cornice of a flat front, the dormers of a mansard. */
function RoofInFront({ row, top }: { row: Row; top: number }) {
  const { roof, at, unit } = row;
  if (roof !== 'parapet' && roof !== 'mansard') return null;
  const dormers =
    roof === 'mansard' ? fronts(row).flatMap((front) => [front.at + unit * 0.28, front.at + unit * 0.72]) : [];
  const width = widthOf(row) + 6;
  return (
    <>
      {dormers.map((x) => (
        <use key={x} href="#dormer" x={round(x)} y={top - 3} />
      ))}
      <path className="stone" d={`M${at - 3} ${top - 5}h${width}v7h${-width}z`} />
    </>
  );
}

/** Which windows have a light on after dark: scattered, and the same at every build. */
function isLit(at: number, storey: number, bay: number): boolean {
  return (at * 7 + storey * 5 + bay * 3) % 4 === 0;
}

function round(units: number): number {
  return Math.round(units * 10) / 10;
}
