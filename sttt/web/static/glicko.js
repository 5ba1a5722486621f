// Ratings of a person and of puzzles by Glicko-2: M. E. Glickman, "Example of the Glicko-2 system", 2022.

const SCALE = 173.7178;
const TAU = 0.5;
const CLOSE = 1e-6;

/** A rating of which nothing is known yet. */
export const unrated = (r = 1000, rd = 350) => ({ r, rd, v: 0.06 });

/** One's rating after a game against the other: 1 for a win, 0 for a loss. */
export function after(one, other, score) {
  const [mu, phi] = [(one.r - 1500) / SCALE, one.rd / SCALE];
  const [muOf, phiOf] = [(other.r - 1500) / SCALE, other.rd / SCALE];
  const g = 1 / Math.sqrt(1 + (3 * phiOf ** 2) / Math.PI ** 2);
  const expected = 1 / (1 + Math.exp(-g * (mu - muOf)));
  const variance = 1 / (g ** 2 * expected * (1 - expected));
  const delta = variance * g * (score - expected);
  const v = volatility(one.v, phi, variance, delta);
  const phiNow = 1 / Math.sqrt(1 / (phi ** 2 + v ** 2) + 1 / variance);
  return { r: 1500 + SCALE * (mu + phiNow ** 2 * g * (score - expected)), rd: SCALE * phiNow, v };
}

/** The new volatility, by the Illinois algorithm. */
function volatility(v, phi, variance, delta) {
  const a = Math.log(v ** 2);
  const f = (x) => {
    const e = Math.exp(x);
    return (e * (delta ** 2 - phi ** 2 - variance - e)) / (2 * (phi ** 2 + variance + e) ** 2) - (x - a) / TAU ** 2;
  };
  let low = a;
  let high = Math.log(delta ** 2 - phi ** 2 - variance);
  if (!(delta ** 2 > phi ** 2 + variance)) for (high = a - TAU; f(high) < 0; ) high -= TAU;
  let [atLow, atHigh] = [f(low), f(high)];
  while (Math.abs(high - low) > CLOSE) {
    const middle = low + ((low - high) * atLow) / (atHigh - atLow);
    const atMiddle = f(middle);
    if (atMiddle * atHigh <= 0) [low, atLow] = [high, atHigh];
    else atLow /= 2;
    [high, atHigh] = [middle, atMiddle];
  }
  return Math.exp(low / 2);
}
