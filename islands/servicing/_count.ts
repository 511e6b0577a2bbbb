import { countText } from "../../lib/domain/money.ts";

/** `1 payment`, `3 payments`. */
export const countOf = (n: number): string => n === 1 ? "1 payment" : `${countText(n)} payments`;
