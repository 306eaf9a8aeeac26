// Numbers rounded and written as the package does it, so that both say the same to the last digit.

/** Halfway goes to the even digit.
 * @param {number} number @param {number} digits */
export function rounded(number, digits) {
  // A number of the machine lies halfway only where so many halvings make it odd.
  const halves = Math.abs(number) * 2 ** (digits + 1);
  if (!Number.isInteger(halves) || halves % 2 === 0) return Number(number.toFixed(digits));
  const below = Math.floor(number * 10 ** digits);
  return (below % 2 === 0 ? below : below + 1) / 10 ** digits;
}

/** @param {number} number @param {number} digits */
export const written = (number, digits) => rounded(number, digits).toFixed(digits);

/** The two-sided 95 % point of the normal distribution. */
const NORMAL_POINT = 1.9599639845400536;

/** Wilson's interval of a share of some trials: honest where all or none of them succeeded, too.
 * @param {number} share @param {number} trials */
export function wilson(share, trials) {
  const weight = (NORMAL_POINT * NORMAL_POINT) / trials;
  const centre = (share + weight / 2) / (1 + weight);
  const half =
    (NORMAL_POINT / (1 + weight)) * Math.sqrt((share * (1 - share)) / trials + weight / (4 * trials));
  return {
    low: Math.max(0, Math.min(share, centre - half)),
    high: Math.min(1, Math.max(share, centre + half)),
  };
}
