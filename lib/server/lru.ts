/** A least-recently-used cache. */
export class Lru<V> {
  #held = new Map<string, V>();

  /** Keeps at most `most` entries. */
  constructor(readonly most: number) {}

  get size(): number {
    return this.#held.size;
  }

  get(key: string): V | undefined {
    const value = this.#held.get(key);
    if (value !== undefined) {
      this.#held.delete(key);
      this.#held.set(key, value);
    }
    return value;
  }

  set(key: string, value: V): V {
    this.#held.delete(key);
    this.#held.set(key, value);
    if (this.#held.size > this.most) this.#held.delete(this.#held.keys().next().value!);
    return value;
  }

  /** The value of `key`, computed and stored on a miss. */
  async getOrMake(key: string, make: () => Promise<V> | V): Promise<V> {
    return this.get(key) ?? this.set(key, await make());
  }
}
