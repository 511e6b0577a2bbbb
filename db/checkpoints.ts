/**
 * Moves the write-ahead log of a database file into the file, on a thread of libSQL's and a connection of its own: it
 * reads, writes and syncs for as long as tens of requests take.
 */
import { clearTimeout, setTimeout } from "node:timers";
import PromiseDatabase from "libsql/promise";
import { LogLength } from "./log_length.ts";
import type { Semaphore } from "./semaphore.ts";

/**
 * Commits after which the log is moved once nobody has written for so many milliseconds: a commit beside a move may
 * wait for the disk.
 */
const COMMITS = 100, QUIET_MS = 250;
/**
 * Commits, or pages of large ones, after which it is moved in any case and writers wait until it is empty: 110 MB of
 * clicks. They wait for two syncs of the disk, and the next commit, which starts the log over, for a third.
 */
const MOST_COMMITS = 2_000, MOST_PAGES = 20_000;
/** Commits after which the log's pages are counted. */
const LOOK = 25;
const SETUP = "pragma busy_timeout = 0; pragma synchronous = normal; pragma wal_autocheckpoint = 0;";
const MOVE = "pragma wal_checkpoint(passive)";

/** libSQL runs `exec` on a thread. */
interface ThreadDatabase {
  exec(sql: string): Promise<void>;
  close(): void;
}

export class Checkpoints {
  readonly #path: string;
  readonly #writes: Semaphore;
  readonly #log: LogLength;
  #database: ThreadDatabase | undefined;
  /** Commits since the last move began, and commits that are still in the log. */
  #commits = 0;
  #inLog = 0;
  /** Pages in the log after the last move: another process's reader may keep it from starting over. */
  #pages = 0;
  #committedAt = 0;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #stopped = false;
  #closed = false;

  /** `writes`: the semaphore of the file's writers. */
  constructor(path: string, writes: Semaphore) {
    this.#path = path;
    this.#writes = writes;
    this.#log = new LogLength(path);
  }

  /** Counts a commit; the log is moved once there were enough. */
  committed(): void {
    this.#commits++;
    this.#inLog++;
    this.#committedAt = performance.now();
    if (this.#running || this.#stopped) return;
    if (this.#isDue()) this.#start(true);
    else if (this.#commits >= COMMITS) this.#startOnceQuiet(QUIET_MS);
  }

  /**
   * Waits on where somebody has written meanwhile. One timer serves all commits: starting one for each would slow every
   * click.
   */
  #startOnceQuiet(ms: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#running || this.#stopped) return;
      const left = this.#committedAt + QUIET_MS - performance.now();
      if (left > 0) this.#startOnceQuiet(left);
      else if (this.#commits >= COMMITS) this.#start(false);
    }, ms).unref();
  }

  /** Where moving fails the log stays as it is, complete and readable; the next move includes it. */
  #start(isDue: boolean): void {
    this.#running = this.#moveAll(isDue || this.#inLog >= MOST_COMMITS).catch(() => this.#end()).finally(() => {
      this.#running = undefined;
      if (this.#stopped) this.#end();
      else this.#pages = this.#log.pages();
    });
  }

  #stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  /** Begins no further move, and resolves once none runs. */
  async stop(): Promise<void> {
    this.#stop();
    await this.#running;
    this.#end();
  }

  /** As `stop`, but a move under way is finished. The file's other connections must be closed. */
  close(): void {
    this.#stop();
    this.#closed = true;
    if (!this.#running) this.#end();
  }

  /** Checked right after a commit, when a log that has started over is still short. */
  #isDue(): boolean {
    if (this.#commits >= MOST_COMMITS) return true;
    if (this.#inLog % LOOK > 0) return false;
    const pages = this.#log.pages();
    if (pages < this.#pages) this.#pages = 0;
    return pages - this.#pages >= MOST_PAGES;
  }

  /**
   * Moves the log once while others write; a long one a second time without writers, so that all of it is moved and the
   * log can start over instead of growing.
   */
  async #moveAll(isLong: boolean): Promise<void> {
    await this.#move();
    if (!isLong) return;
    if (this.#commits > 0) await this.#move();
    if (this.#commits > 0) await this.#writes.run(() => this.#move());
  }

  async #move(): Promise<void> {
    if (this.#stopped) return;
    this.#commits = 0;
    if (!this.#database) {
      this.#database = new PromiseDatabase(this.#path, { timeout: 0 }) as ThreadDatabase;
      await this.#database.exec(SETUP);
    }
    await this.#database.exec(MOVE);
    if (this.#commits === 0) this.#inLog = 0;
  }

  #end(): void {
    this.#database?.close();
    this.#database = undefined;
    if (this.#closed) this.#log.close();
  }
}
