import { type ReactNode, useState } from "react";
import { Icon } from "../../../lib/ui/icon.tsx";

/** One field of each kind and a button; the output says what the component knows, without the remark. */
export function Probe(props: { id: string; note: string }): ReactNode {
  const { id, note } = props;
  const [name, setName] = useState("");
  const [amount, setAmount] = useState("100");
  const [remark, setRemark] = useState("100");
  const [ticked, setTicked] = useState(false);
  const [kind, setKind] = useState("first");
  const [city, setCity] = useState("Toronto");
  const [clicks, setClicks] = useState(0);
  return (
    <div id={id} data-note={note}>
      <input aria-label="Name" value={name} onChange={(e) => setName(e.target.value)} />
      <input aria-label="Amount" value={amount} onChange={(e) => setAmount(e.target.value)} />
      <textarea aria-label="Remark" value={remark} onChange={(e) => setRemark(e.target.value)} />
      <input aria-label="Ticked" type="checkbox" checked={ticked} onChange={(e) => setTicked(e.target.checked)} />
      {["first", "second"].map((k) => (
        <input
          key={k}
          aria-label={k}
          type="radio"
          name={`${id}-kind`}
          value={k}
          checked={kind === k}
          onChange={() => setKind(k)}
        />
      ))}
      <select aria-label="City" value={city} onChange={(e) => setCity(e.target.value)}>
        <option>Toronto</option>
        <option>Ottawa</option>
      </select>
      <button type="button" onClick={() => setClicks((n) => n + 1)}>
        <Icon name="plus" />Add
      </button>
      <output>{JSON.stringify([name, amount, ticked, kind, city, clicks])}</output>
    </div>
  );
}
