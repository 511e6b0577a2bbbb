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

/** What is no amount is not kept, so that the last one stays. */
function keep(text: string): void {
  try {
    if (!text) localStorage.removeItem(KEY);
    else if (parseNumber(text) !== null) localStorage.setItem(KEY, text);
  } catch {
    // Storage is unavailable in private windows; the entry still counts for this visit.
  }
}

const grouped = (text: string) => {
  const amount = parseNumber(text);
  return amount === null ? text : money(amount).replace("$", "");
};

/**
 * Available funds compared with the Pending loans' requested amount, in whole dollars. The entry is stored in this
 * browser (loans specification 2.2).
 */
export function Liquidity({ pending }: { pending: number }): ReactNode {
  const [text, setText] = useState("");
  const [typing, setTyping] = useState(false);
  useLayoutEffect(() => setText(grouped(storedAmount())), []);
  const amount = parseNumber(text);
  const gap = amount === null ? null : amount - pending;
  const wrong = !typing && amount === null && text.trim() !== "";
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
      </Fig>
      <Fig label="Pending">{money(pending)}</Fig>
      <Fig label={gap !== null && gap < 0 ? "Shortfall" : "Excess"} className="first">
        {wrong ? <span className="error" id="liquidity-e">Enter dollars.</span> : gap === null ? <None /> : money(gap)}
      </Fig>
    </dl>
  );
}
