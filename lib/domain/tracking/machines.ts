/**
 * Machines that open mail and follow its links: by how they name themselves, and by where they come from. Each entry
 * has the reason that people read, and the source: its maker, or a list of such machines.
 */

/** A machine known by its user agent. */
interface KnownAgent {
  agent: RegExp;
  reason: string;
  source: string;
}

/** Machines known by their networks. */
interface KnownNetwork {
  ranges: readonly string[];
  reason: string;
  source: string;
}

const APPLE = "Apple's mail privacy fetches pictures by itself";
const MICROSOFT = "Microsoft's mail protection";

export const KNOWN_AGENTS: readonly KnownAgent[] = [
  {
    agent: /GoogleImageProxy|ggpht\.com/i,
    reason: "Google's image proxy",
    source: "https://support.google.com/mail/answer/145919",
  },
  {
    agent: /YahooMailProxy|YahooCacheSystem/i,
    reason: "Yahoo's image proxy",
    source: "https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html",
  },
  {
    // Apple's relay says nothing more than this; mail programs and browsers name themselves behind it.
    agent: /^Mozilla\/5\.0$/,
    reason: APPLE,
    source: "https://www.mailgun.com/blog/product/bot-detection/",
  },
  {
    agent: /BingPreview|SkypeUriPreview|Microsoft-WebDAV|MSOffice-SafeLinks/i,
    reason: MICROSOFT,
    source: "https://learn.microsoft.com/defender-office-365/safe-links-about",
  },
  {
    agent: /Barracuda|cudasvc/i,
    reason: "Barracuda's link protection",
    source: "https://campus.barracuda.com/product/emailgatewaydefense/",
  },
  {
    agent: /Proofpoint|urldefense/i,
    reason: "Proofpoint's link protection",
    source: "https://help.proofpoint.com/",
  },
  { agent: /Mimecast/i, reason: "Mimecast's link protection", source: "https://community.mimecast.com/" },
  {
    agent: /Symantec|MessageLabs|Sophos|FortiMail|TrendMicro|\bTMES\b|CiscoSecureEmail|IronPort|CloudMark|Trustwave/i,
    reason: "A mail gateway's scanner",
    source: "https://check.live-direct-marketing.online/blog/bot-clicks-security-scanners-detect",
  },
  {
    agent: /facebookexternalhit|Slackbot|Slack-ImgProxy|Twitterbot|LinkedInBot|WhatsApp\/|TelegramBot|Discordbot/i,
    reason: "A chat program's link preview",
    source: "https://api.slack.com/robots",
  },
  {
    // CUBOT makes phones.
    agent: /(?<!\bcu)bot\b|crawler|spider|slurp|Mediapartners|urlscan|VirusTotal/i,
    reason: "A crawler",
    source: "https://developers.google.com/search/docs/crawling-indexing/overview-google-crawlers",
  },
  {
    agent: /HeadlessChrome|PhantomJS|Puppeteer|Playwright|Selenium/i,
    reason: "A browser without a person",
    source: "https://developer.chrome.com/docs/chromium/headless",
  },
  {
    agent:
      /^(curl|wget|python|go-http-client|java|okhttp|axios|node|ruby|perl|libwww|apache-httpclient|php|guzzle|deno|bun)/i,
    reason: "A program, not a browser",
    source: "https://www.rfc-editor.org/rfc/rfc9110#name-user-agent",
  },
];

export const KNOWN_NETWORKS: readonly KnownNetwork[] = [
  {
    ranges: ["66.249.64.0/19", "66.102.0.0/20", "2001:4860:4801::/48"],
    reason: "Google's proxies and crawlers",
    source: "https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot",
  },
  { ranges: ["17.0.0.0/8"], reason: APPLE, source: "https://support.apple.com/101555" },
  {
    ranges: [
      "40.92.0.0/15",
      "40.107.0.0/16",
      "52.100.0.0/14",
      "104.47.0.0/17",
      "2a01:111:f400::/48",
      "2a01:111:f403::/48",
    ],
    reason: MICROSOFT,
    source: "https://learn.microsoft.com/microsoft-365/enterprise/urls-and-ip-address-ranges (Exchange Online, 10)",
  },
  {
    ranges: ["64.235.144.0/20", "209.222.80.0/21"],
    reason: "Barracuda's link protection",
    source: "https://campus.barracuda.com/product/emailgatewaydefense/ (IP ranges)",
  },
  {
    ranges: ["67.231.144.0/20", "148.163.128.0/19", "205.220.160.0/19"],
    reason: "Proofpoint's link protection",
    source: "https://help.proofpoint.com/Proofpoint_Essentials (IP addresses)",
  },
  {
    ranges: ["205.139.110.0/24", "207.211.30.0/24", "207.211.31.0/25", "63.128.21.0/24", "216.205.24.0/24"],
    reason: "Mimecast's link protection",
    source: "https://community.mimecast.com/ (data centers and URLs, United States)",
  },
];
