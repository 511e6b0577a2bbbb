import { type ChangeEvent, type ReactNode, useLayoutEffect, useState } from "react";
import { money, parseNumber } from "../../lib/domain/money.ts";
import { Fig } from "../../lib/ui/figures.tsx";
import { Unit } from "../../lib/ui/field.tsx";
import { None } from "../../lib/ui/money.tsx";

const KEY = "liquidity";

function storedAmount(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    return "";
  }
}

/** Below 0 for what is no amount. */
const amountOf = (text: string): number => parseNumber(text) ?? -1;

/** What is no amount is not kept, so that the last one stays. */
function keep(text: string): void {
  try {
    if (!text) localStorage.removeItem(KEY);
    else if (amountOf(text) >= 0) localStorage.setItem(KEY, text);
  } catch {
    // Storage is unavailable in private windows; the entry still counts for this visit.
  }
}

const grouped = (text: string) => {
  const amount = amountOf(text);
  return amount < 0 ? text : money(amount).slice(1);
};

/**
 * Available funds compared with the amount that Pending loans request, `pending`, in whole dollars. The entry is stored
 * in this browser (loans specification 2.2).
 */
export function Liquidity({ pending, label }: { pending: number; label: string }): ReactNode {
  const [text, setText] = useState("");
  const [typing, setTyping] = useState(false);
  useLayoutEffect(() => setText(grouped(storedAmount())), []);
  const amount = amountOf(text);
  const wrong = !typing && amount < 0 && text.trim() !== "";
  const enter = (event: ChangeEvent<HTMLInputElement>) => {
    setTyping(true);
    setText(event.target.value);
    keep(event.target.value.trim());
  };
  return (
    <dl>
      <Fig label={<label htmlFor="liquidity">Liquidity</label>}>
        <Unit unit="$">
          <input
            id="liquidity"
            inputMode="numeric"
            autoComplete="off"
            value={text}
            aria-invalid={wrong || undefined}
            aria-describedby={wrong ? "liquidity-e" : undefined}
            onChange={enter}
            onBlur={() => {
              setTyping(false);
              setText(grouped(text));
            }}
          />
        </Unit>
        {wrong && <span className="error" id="liquidity-e">Enter dollars.</span>}
      </Fig>
      <Fig label={label}>{money(pending)}</Fig>
      <Fig label={amount >= 0 && amount < pending ? "Shortfall" : "Excess"} className="first">
        {amount < 0 ? <None /> : money(Math.abs(amount - pending))}
      </Fig>
    </dl>
  );
}
