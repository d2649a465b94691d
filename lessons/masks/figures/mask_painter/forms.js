// Write a mask in words, in numbers, for two PyTorch functions with opposite conventions, as code, and
// in a short form for the address.
import { say } from "../../../figures/kit/core.js";

const list = (mask, one) => mask.map((row) => row.map(one));
const table = (mask, yes, no) => {
  const wide = Math.max(yes.length, no.length);
  return list(mask, (may) => (may ? yes : no).padStart(wide)).map((row) => row.join("  ")).join("\n");
};

export function formOf(form, mask, rows, columns, words) {
  if (form === "added") return table(mask, "0", "−∞");
  if (form === "mha") return table(mask, "False", "True");
  if (form === "sdpa") return table(mask, "True", "False");
  if (form === "code") {
    const numbers = list(mask, Number).map((row) => `[${row.join(", ")}]`).join(",\n                    ");
    return say(words.code, { queries: rows.length, keys: columns.length, rows: `[${numbers}]` });
  }
  return mask.map((row, i) => {
    const seen = columns.filter((_, j) => row[j]).map(({ label }) => label).join(", ");
    return say(words.may_look, { row: rows[i].label, columns: seen || words.nobody });
  }).join("\n");
}

// Convert rows of 0 and 1 to hexadecimal digits, four bits each, and back; null if the size is wrong.
export const hexOf = (masks) => (masks.flat().join("").match(/.{1,4}/g) ?? []).map((four) => parseInt(four.padEnd(4, "0"), 2).toString(16)).join("");
export function bitsOf(hex, [sentences, rows, columns]) {
  if (!/^[0-9a-f]+$/.test(hex) || hex.length !== Math.ceil((sentences * rows * columns) / 4)) return null;
  const bits = [...hex].map((digit) => parseInt(digit, 16).toString(2).padStart(4, "0")).join("");
  return Array.from({ length: sentences }, (_, s) => Array.from({ length: rows }, (_, i) => bits.slice((s * rows + i) * columns, (s * rows + i + 1) * columns)));
}
