/** Figures in Prometheus's text format, version 0.0.4. */
import { BOUNDS_SECONDS, type Timing } from "./timing.ts";

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export type Labels = Readonly<Record<string, string>>;
export type Samples<T> = Iterable<readonly [labels: Labels, value: T]>;

const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");

function line(name: string, labels: Labels, value: number): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${pairs.length ? `{${pairs.join(",")}}` : ""} ${value}\n`;
}

const head = (name: string, type: string, help: string): string => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

/** A figure that goes up and down; a value of null, which is not known, is left out, and so is one without samples. */
export function gauge(name: string, help: string, samples: Samples<number | null>): string {
  let text = "", any = false;
  for (const [labels, value] of samples) {
    any = true;
    if (value !== null) text += line(name, labels, value);
  }
  return any ? head(name, "gauge", help) + text : "";
}

/** Times in buckets, with their sum in seconds and their count. */
export function histogram(name: string, help: string, samples: Samples<Timing>): string {
  let text = head(name, "histogram", help);
  for (const [labels, { counts, sumMs }] of samples) {
    let sofar = 0;
    counts.forEach((count, i) => {
      const le = i < BOUNDS_SECONDS.length ? String(BOUNDS_SECONDS[i]) : "+Inf";
      text += line(`${name}_bucket`, { ...labels, le }, sofar += count);
    });
    text += line(`${name}_sum`, labels, sumMs / 1000) + line(`${name}_count`, labels, sofar);
  }
  return text;
}
