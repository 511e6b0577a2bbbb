/** A program beside the tests: started, read until it says what is waited for, and ended with them. */

export interface Child {
  /** What the pattern's group found in its output; empty without a pattern. */
  found: string;
  stop(): Promise<void>;
}

const WAIT_MS = 60_000;

/** Starts a program and waits until its output has `pattern`. Throws with the output where it ends or says nothing. */
export async function child(
  path: string,
  args: string[],
  env: Record<string, string>,
  pattern?: RegExp,
): Promise<Child> {
  const program = new Deno.Command(path, { args, env, stdin: "null", stdout: "piped", stderr: "piped" }).spawn();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = "";
  const read = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) =>
    stream.pipeThrough(new TextDecoderStream()).pipeTo(
      new WritableStream({
        write(text) {
          output += text;
          const found = pattern?.exec(output);
          if (found) resolve(found[1]);
        },
      }),
    );
  const ended = Promise.all([read(program.stdout), read(program.stderr), program.status]);
  ended.then(() => reject(new Error(`${path} ended: ${output.slice(-2000)}`)), reject);
  if (!pattern) resolve("");
  const timer = setTimeout(() => reject(new Error(`${path} says nothing: ${output.slice(-2000)}`)), WAIT_MS);
  const stop = async () => {
    // It may have ended by itself.
    try {
      program.kill("SIGTERM");
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
    }
    await ended.catch(() => {});
  };
  try {
    return { found: await promise, stop };
  } catch (error) {
    await stop();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
