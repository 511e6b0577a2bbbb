/** A mail server for tests: speaks as much SMTP as a client needs, and keeps what it gets. */
export interface SmtpServer {
  /** Address without user and password. */
  host: string;
  /** What arrived: envelope and the raw mail. */
  mails: { from: string; to: string; raw: string }[];
  /** Users and passwords that were tried. */
  logins: string[];
  close(): Promise<void>;
}

/**
 * `answers` replaces what the server says to a command ("MAIL", "RCPT", "AUTH", "DATA"; "GREETING" before all, "END"
 * after the mail).
 */
export function smtpServer(answers: Readonly<Record<string, string>> = {}): SmtpServer {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const mails: SmtpServer["mails"] = [], logins: string[] = [];
  const open = new Set<Deno.Conn>();

  async function talk(connection: Deno.Conn): Promise<void> {
    const say = (line: string) => connection.write(new TextEncoder().encode(`${line}\r\n`));
    let from = "", to = "", text = "", inMail = false;
    await say(answers.GREETING ?? "220 test");
    for await (const bytes of connection.readable) {
      text += new TextDecoder().decode(bytes);
      for (;;) {
        const end = text.indexOf(inMail ? "\r\n.\r\n" : "\r\n");
        if (end < 0) break;
        const line = text.slice(0, end);
        text = text.slice(end + (inMail ? 5 : 2));
        if (inMail) {
          inMail = false;
          mails.push({ from, to, raw: line });
          await say(answers.END ?? "250 taken");
          continue;
        }
        const command = line.slice(0, 4).toUpperCase();
        if (command === "AUTH") logins.push(atob(line.split(" ")[2] ?? "").split("\0").slice(1).join(" "));
        if (command === "MAIL") from = /<(.*?)>/.exec(line)?.[1] ?? "";
        if (command === "RCPT") to = /<(.*?)>/.exec(line)?.[1] ?? "";
        if (command === "DATA" && !answers.DATA) inMail = true;
        const usual = { EHLO: "250-test\r\n250 AUTH PLAIN", AUTH: "235 welcome", DATA: "354 go on", QUIT: "221 bye" };
        await say(answers[command] ?? usual[command as keyof typeof usual] ?? "250 ok");
      }
    }
  }

  const done = (async () => {
    for await (const connection of listener) {
      open.add(connection);
      talk(connection).catch(() => {}).finally(() => open.delete(connection));
    }
  })();
  return {
    host: `127.0.0.1:${listener.addr.port}`,
    mails,
    logins,
    async close() {
      listener.close();
      for (const connection of open) {
        try {
          connection.close();
        } catch {
          // The client was first.
        }
      }
      await done.catch(() => {});
    },
  };
}
