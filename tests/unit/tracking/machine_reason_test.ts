/** Which requests count as a person's and which as a machine's, and why (docs/decisions/tracking.md). */
import assert from "node:assert/strict";
import { KNOWN_NETWORKS } from "../../../lib/domain/tracking/machines.ts";
import { type Hit, machineReason, TOO_SOON_MS } from "../../../lib/domain/tracking/machine_reason.ts";
import fc from "../../support/properties.ts";

/** A subscriber's address in Canada. */
const HOME = "99.231.10.7";
const LATER = 3600_000;
const hit = (more: Partial<Hit>): Hit => ({
  method: "GET",
  userAgent:
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
  address: HOME,
  sinceSentMs: LATER,
  isTrap: false,
  ...more,
});

/** User agents as they are seen in the logs of mail senders; the reason's beginning, or empty for a person. */
const AGENTS: readonly (readonly [agent: string, reason: string])[] = [
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36",
    "",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/129.0.0.0 Safari/537.36",
    "",
  ],
  ["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36", ""],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0",
    "",
  ],
  ["Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0", ""],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:131.0) Gecko/20100101 Firefox/131.0", ""],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
    "",
  ],
  [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
    "",
  ],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148", ""],
  ["Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148", ""],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)", ""],
  [
    "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.6723.58 Mobile Safari/537.36",
    "",
  ],
  [
    "Mozilla/5.0 (Linux; Android 13; SM-S911W; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/129.0.6668.100 Mobile Safari/537.36",
    "",
  ],
  [
    "Mozilla/5.0 (Linux; Android 14; SAMSUNG SM-A546B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0.0.0 Mobile Safari/537.36",
    "",
  ],
  [
    "Mozilla/5.0 (Linux; Android 10; CUBOT X19) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36",
    "",
  ],
  ["Mozilla/4.0 (compatible; ms-office; MSOffice 16)", ""],
  [
    "Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; .NET4.0C; .NET4.0E; Microsoft Outlook 16.0.5422; ms-office; MSOffice 16)",
    "",
  ],
  ["Microsoft Office/16.0 (Windows NT 10.0; Microsoft Outlook 16.0.17328; Pro)", ""],
  ["Outlook-iOS/723.4027091.prod.iphone (4.28.0)", ""],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:115.0) Gecko/20100101 Thunderbird/115.6.0", ""],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/128.0.0.0 Safari/537.36 OPR/114.0.0.0",
    "",
  ],
  ["Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)", "Google's image proxy"],
  [
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/42.0.2311.135 Safari/537.36 Edge/12.246 Mozilla/5.0 (via ggpht.com GoogleImageProxy)",
    "Google's image proxy",
  ],
  ["YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html", "Yahoo's image proxy"],
  ["Mozilla/5.0", "Apple's mail privacy"],
  [
    "Mozilla/5.0 (Windows NT 6.1; WOW64) AppleWebKit/534+ (KHTML, like Gecko) BingPreview/1.0b",
    "Microsoft's mail protection",
  ],
  ["Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)", "A crawler"],
  ["Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)", "A crawler"],
  ["Mozilla/5.0 (compatible; Yahoo! Slurp; http://help.yahoo.com/help/us/ysearch/slurp)", "A crawler"],
  ["Mozilla/5.0 (compatible; Barracuda Sentinel (EE))", "Barracuda's link protection"],
  ["Mozilla/5.0 (compatible; proofpoint-urldefense/1.0)", "Proofpoint's link protection"],
  ["Mimecast-URL-Protect/2.1", "Mimecast's link protection"],
  ["Symantec Email Security.cloud", "A mail gateway's scanner"],
  ["facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)", "A chat program's link preview"],
  ["Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)", "A chat program's link preview"],
  ["WhatsApp/2.23.20.0 A", "A chat program's link preview"],
  [
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/119.0.6045.105 Safari/537.36",
    "A browser without a person",
  ],
  ["curl/8.5.0", "A program, not a browser"],
  ["python-requests/2.31.0", "A program, not a browser"],
  ["Go-http-client/1.1", "A program, not a browser"],
  ["okhttp/4.12.0", "A program, not a browser"],
  ["", "No browser named"],
];

Deno.test("forty user agents count as what they are", () => {
  assert.ok(AGENTS.length >= 40);
  for (const [userAgent, reason] of AGENTS) {
    const found = machineReason(hit({ userAgent }));
    assert.ok(reason === "" ? found === "" : found.startsWith(reason), `${userAgent || "(none)"}: ${found}`);
  }
});

Deno.test("a browser's user agent from a proxy's or scanner's network counts as a machine", () => {
  const addresses = [
    ["66.249.84.12", "Google's proxies"],
    ["17.58.97.3", "Apple's mail privacy"],
    ["40.93.12.1", "Microsoft's mail protection"],
    ["40.107.220.8", "Microsoft's mail protection"],
    ["104.47.55.110", "Microsoft's mail protection"],
    ["2a01:111:f400:7e8c::12", "Microsoft's mail protection"],
    ["209.222.82.4", "Barracuda's link protection"],
    ["148.163.158.5", "Proofpoint's link protection"],
    ["::ffff:205.139.110.9", "Mimecast's link protection"],
  ];
  for (const [address, reason] of addresses) {
    assert.ok(machineReason(hit({ address })).startsWith(reason), `${address}: ${machineReason(hit({ address }))}`);
  }
  for (
    const address of [HOME, "16.255.255.255", "18.0.0.1", "104.47.128.1", "2a01:112:f400::1", "", "not an address"]
  ) {
    assert.equal(machineReason(hit({ address })), "", address);
  }
});

Deno.test("HEAD, the hidden link and opens in the first ten seconds are machines'", () => {
  assert.match(machineReason(hit({ method: "HEAD" })), /HEAD/);
  assert.match(machineReason(hit({ isTrap: true })), /cannot see/);
  assert.match(machineReason(hit({ sinceSentMs: TOO_SOON_MS - 1 })), /ten seconds/);
  assert.equal(machineReason(hit({ sinceSentMs: TOO_SOON_MS })), "");
  assert.equal(machineReason(hit({ sinceSentMs: null })), "", "an unknown time says nothing");
});

Deno.test("every known machine names its source", () => {
  for (const { ranges, source } of KNOWN_NETWORKS) {
    assert.match(source, /^https:\/\//);
    for (const range of ranges) assert.match(range, /^[0-9a-f.:]+\/\d+$/);
  }
});

Deno.test("property: a HEAD request or the hidden link is a machine's, whatever else it says", () => {
  fc.assert(fc.property(fc.string(), fc.ipV4(), fc.nat(), (userAgent, address, sinceSentMs) => {
    assert.notEqual(machineReason(hit({ userAgent, address, sinceSentMs, method: "HEAD" })), "");
    assert.notEqual(machineReason(hit({ userAgent, address, sinceSentMs, isTrap: true })), "");
  }));
});
