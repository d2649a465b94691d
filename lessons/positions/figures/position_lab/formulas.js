// The browser's preview of the tables while a slider is dragged. On release, the numbers of
// transformer/positions.py replace them; a test keeps the two equal.

// Why this table does not exist: [key of the sentence, its fields], or null if it exists.
export function refusal({ scheme, positions, dimensions, base }, header) {
  const { limits, learned, waves, paired } = header;
  const within = (value, most) => Number.isInteger(value) && value >= 1 && value <= most;
  const most = { most_positions: limits.positions, most_dimensions: limits.dimensions };
  if (!within(positions, limits.positions)) return ["positions", most];
  if (scheme === "learned") {
    if (learned.rows === 0) return ["no_model", {}];
    return positions > learned.rows ? ["learned", { rows: learned.rows, positions }] : null;
  }
  if (!within(dimensions, limits.dimensions)) return ["dimensions", most];
  if (paired.includes(scheme) && dimensions % 2) return ["odd", { dimensions, more: dimensions + 1 }];
  if (waves.includes(scheme) && !(base > 0 && base < Infinity)) return ["base", {}];
  const bits = 32 - Math.clz32(positions - 1);
  if (scheme === "binary" && bits > dimensions) return ["bits", { position: positions - 1, bits, dimensions }];
  return null;
}

export const frequency = (i, d, base) => base ** ((-2 * i) / d); // of pair i, in radians per position

// Component j of position p; `learned(p, j)` reads the trained table.
export function formula({ scheme, positions, dimensions: d, base }, p, j, learned) {
  const pair = Math.floor(j / 2);
  switch (scheme) {
    case "sinusoidal":
      return (j % 2 ? Math.cos : Math.sin)(p * frequency(pair, d, base));
    case "concatenated":
      return (j < d / 2 ? Math.sin : Math.cos)(p * frequency(j % (d / 2), d, base));
    case "unpaired":
      return (j % 2 ? Math.cos : Math.sin)(p * base ** (-j / d));
    case "rotary": {
      const angle = p * frequency(pair, d, base);
      return Math.cos(angle) + (j % 2 ? 1 : -1) * Math.sin(angle);
    }
    case "binary":
      return j < 31 ? (p >> j) & 1 : 0;
    case "index":
      return j === 0 ? p : 0;
    case "normalised":
      return j === 0 ? p / Math.max(1, positions - 1) : 0;
    default:
      return learned(p, j);
  }
}

const view = (values, sizes) => ({ sizes, values, at: (i, j = 0) => values[i * (sizes[1] ?? 1) + j] });

// The arrays of the figure for an accepted setting, rounded to float32 like Python's.
export function preview(setting, learned) {
  const { scheme, positions: n, base } = setting;
  const d = scheme === "learned" ? learned.sizes[1] : setting.dimensions;
  const table = new Float32Array(n * d);
  for (let p = 0, k = 0; p < n; p++) for (let j = 0; j < d; j++, k++) table[k] = formula(setting, p, j, learned?.at);
  const products = new Float32Array(n * n);
  for (let p = 0; p < n; p++)
    for (let q = 0; q <= p; q++) {
      let sum = 0;
      for (let j = 0; j < d; j++) sum += table[p * d + j] * table[q * d + j];
      products[p * n + q] = products[q * n + p] = sum;
    }
  const count = Math.max(1, 32 - Math.clz32(n - 1));
  const bits = Float32Array.from({ length: n * count }, (_, k) => (Math.floor(k / count) >> k % count) & 1);
  const found = { table: view(table, [n, d]), products: view(products, [n, n]), bits: view(bits, [n, count]) };
  if (["sinusoidal", "concatenated", "rotary"].includes(scheme)) {
    const waves = Float32Array.from({ length: d / 2 }, (_, i) => (2 * Math.PI) / frequency(i, d, base));
    found.wavelengths = view(waves, [d / 2]);
  }
  if (scheme === "rotary") {
    const mean = (k) => {
      let sum = 0;
      for (let i = 0; i < d / 2; i++) sum += Math.cos(k * frequency(i, d, base));
      return sum / (d / 2);
    };
    found.kernel = view(Float32Array.from({ length: n }, (_, k) => mean(k)), [n]);
  }
  return found;
}

// The largest difference of numbers along one diagonal.
export function diagonalSpread(products) {
  const n = products.sizes[0];
  let most = 0;
  for (let k = 0; k < n; k++) {
    let [low, high] = [Infinity, -Infinity];
    for (let p = 0; p + k < n; p++) {
      low = Math.min(low, products.at(p, p + k));
      high = Math.max(high, products.at(p, p + k));
    }
    most = Math.max(most, high - low);
  }
  return most;
}
