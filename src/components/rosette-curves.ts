/** The curves of the rosette that is engraved on share certificates, for screens and for pictures. */

export type RosetteVariant = 'header' | 'card' | 'empty';

interface Ring {
  /** Outermost distance from the centre. */
  radius: number;
  /** Mean distance as a share of the radius; the petals swing about it. */
  mean: number;
  petals: number;
  /** The same curve, turned and drawn again this many times. */
  turns: number;
}

interface Drawing {
  box: [width: number, height: number];
  centre: [x: number, y: number];
  strokeWidth: number;
  rings: readonly Ring[];
}

export const DRAWINGS: Record<RosetteVariant, Drawing> = {
  header: {
    box: [390, 262],
    centre: [319.8, 104.8],
    strokeWidth: 0.6,
    rings: [
      { radius: 150, mean: 0.8, petals: 20, turns: 5 },
      { radius: 98, mean: 0.72, petals: 14, turns: 5 },
      { radius: 52, mean: 0.62, petals: 10, turns: 5 },
    ],
  },
  card: {
    box: [358, 178],
    centre: [304, 74.8],
    strokeWidth: 0.6,
    rings: [
      { radius: 118, mean: 0.78, petals: 18, turns: 5 },
      { radius: 74, mean: 0.7, petals: 12, turns: 5 },
      { radius: 34, mean: 0.58, petals: 9, turns: 4 },
    ],
  },
  empty: {
    box: [64, 64],
    centre: [32, 32],
    strokeWidth: 0.8,
    rings: [
      { radius: 30, mean: 0.76, petals: 12, turns: 4 },
      { radius: 16, mean: 0.64, petals: 8, turns: 3 },
    ],
  },
};

/** Cubic pieces per petal; with exact tangents six are indistinguishable from the curve. */
const PIECES_PER_PETAL = 6;

/** One closed curve r = radius · (mean + (1 − mean) · sin(petals · θ)) about the origin, as an SVG path. */
function petalPath({ radius, mean, petals }: Ring): string {
  const pieces = petals * PIECES_PER_PETAL;
  const step = (2 * Math.PI) / pieces;
  const at = (theta: number) => {
    const swing = 1 - mean;
    const r = radius * (mean + swing * Math.sin(petals * theta));
    const slope = radius * swing * petals * Math.cos(petals * theta);
    const [cos, sin] = [Math.cos(theta), Math.sin(theta)];
    return { x: r * cos, y: r * sin, dx: slope * cos - r * sin, dy: slope * sin + r * cos };
  };
  const n = (value: number) => value.toFixed(1);
  let from = at(0);
  let path = `M${n(from.x)} ${n(from.y)}`;
  for (let piece = 1; piece <= pieces; piece++) {
    const to = at(piece * step);
    const k = step / 3;
    path += `C${n(from.x + k * from.dx)} ${n(from.y + k * from.dy)} ${n(to.x - k * to.dx)} ${n(to.y - k * to.dy)} ${n(to.x)} ${n(to.y)}`;
    from = to;
  }
  return `${path}Z`;
}

export interface RosetteCurve {
  /** SVG path data about the origin. */
  path: string;
  /** The curve is turned by this. */
  degrees: number;
}

const drawn = new Map<RosetteVariant, readonly RosetteCurve[]>();

/** The curves of a variant, computed once per visit. */
export function rosetteCurves(variant: RosetteVariant): readonly RosetteCurve[] {
  const known = drawn.get(variant);
  if (known) return known;
  const curves = DRAWINGS[variant].rings.flatMap((ring) => {
    const path = petalPath(ring);
    return Array.from({ length: ring.turns }, (_, turn) => ({
      path,
      degrees: (360 * turn) / (ring.turns * ring.petals),
    }));
  });
  drawn.set(variant, curves);
  return curves;
}
