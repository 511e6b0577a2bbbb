/** Hands figures to OpenTelemetry, which Deno exports by itself where OTEL_DENO is set. */
import type { Figure } from "./figures.ts";
import type { Labels } from "./exposition.ts";
import { BOUNDS_SECONDS } from "./timing.ts";

export interface Telemetry {
  /** Returns the function that records milliseconds in one series of a histogram. */
  timer(name: string, help: string, labels: Labels): (ms: number) => void;
  /** Registers `read`, which is called whenever figures are exported. */
  gauges(read: () => Promise<readonly Figure[]>): void;
}

interface Instrument {
  record(value: number, labels: Labels): void;
}
interface Observed {
  observe(gauge: Instrument, value: number, labels: Labels): void;
}
/** The part of OpenTelemetry's Meter that is used here. */
interface Meter {
  createHistogram(name: string, options: object): Instrument;
  createObservableGauge(name: string, options: object): Instrument;
  addBatchObservableCallback(read: (to: Observed) => Promise<void>, gauges: Instrument[]): void;
}

/** Null where Deno exports nothing. */
export function openTelemetry(): Telemetry | null {
  const meter = openMeter();
  if (!meter) return null;
  const histograms = new Map<string, Instrument>();
  const histogram = (name: string, description: string): Instrument => {
    const made = histograms.get(name) ??
      meter.createHistogram(name, {
        description,
        unit: "s",
        advice: { explicitBucketBoundaries: [...BOUNDS_SECONDS] },
      });
    histograms.set(name, made);
    return made;
  };
  return {
    timer(name, help, labels) {
      const instrument = histogram(name, help);
      return (ms) => instrument.record(ms / 1000, labels);
    },
    gauges(read) {
      void read().then((figures) => {
        const gauges = new Map(
          figures.map(({ name, help }) => [name, meter.createObservableGauge(name, { description: help })]),
        );
        meter.addBatchObservableCallback(async (to) => {
          for (const { name, samples } of await read()) {
            for (const [labels, value] of samples) if (value !== null) to.observe(gauges.get(name)!, value, labels);
          }
        }, [...gauges.values()]);
      });
    },
  };
}

function openMeter(): Meter | null {
  try {
    return (Deno.telemetry.meterProvider as { getMeter(name: string): Meter }).getMeter("harbourline");
  } catch {
    // Deno throws where nothing is exported.
    return null;
  }
}
