// The distribution of `transformer.decoding.sample`, in the browser: temperature, top-k, top-p, renormalized.

const ROUNDING = 1e-6; // as in Python: a sum that reaches p except for rounding reaches p

// logP: most probable first, as float32 from Python; k = 0: all. Sums run in the same order as there.
export function distributionOf(logP, { temperature, k, p }) {
  const scaled = (values) => {
    const sum = values.reduce((a, b) => a + b, 0);
    return values.map((value) => value / sum);
  };
  const tempered = scaled(logP.map((value) => Math.exp((value - logP[0]) / temperature)));
  const inK = scaled(tempered.map((value, rank) => (k === 0 || rank < k ? value : 0)));
  let sum = 0;
  const before = inK.map((value) => (sum += value) - value); // what the more probable tokens already sum to
  const probability = scaled(inK.map((value, rank) => (p === 1 || before[rank] < p * (1 - ROUNDING) ? value : 0)));
  return { before, probability, kept: probability.map((value) => value > 0) };
}

// Why a token cannot be drawn; "" if it can, or if the model itself excludes it.
export const cutBy = (distribution, rank, { k }) => (distribution.kept[rank] ? "" : k && rank >= k ? "by_k" : "by_p");
