/**
 * HMRC's fraud prevention headers for a web application that calls from its server (WEB_APP_VIA_SERVER, 16 headers).
 * Missing facts are left out, never invented. Keys and values are percent-encoded, separators are not.
 */
import type { Sender } from './tax.ts';

/** `publicIp` is the server's address; `licence` is the software's licence, if any. */
export type Vendor = { version: string; publicIp: string | undefined; licence: string | undefined };

const PRODUCT = 'Tenure';
const encoded = encodeURIComponent;
const pairs = (values: Record<string, string | number>) =>
  Object.entries(values)
    .map(([key, value]) => `${encoded(key)}=${encoded(value)}`)
    .join('&');

export function fraudHeaders(sender: Sender, { version, publicIp, licence }: Vendor): Record<string, string> {
  const { address, window, screens, secondFactor, utcOffset, userAgent, deviceId } = sender;
  const headers: Record<string, string | null | undefined> = {
    'Gov-Client-Connection-Method': 'WEB_APP_VIA_SERVER',
    'Gov-Client-Browser-JS-User-Agent': userAgent && asciiOf(userAgent),
    'Gov-Client-Device-ID': deviceId && encoded(deviceId),
    'Gov-Client-Multi-Factor':
      secondFactor &&
      pairs({ type: 'TOTP', timestamp: minuteOf(secondFactor.at), 'unique-reference': secondFactor.reference }),
    'Gov-Client-Public-IP': address && encoded(address.ip),
    'Gov-Client-Public-IP-Timestamp': address?.at.toISOString(),
    'Gov-Client-Public-Port': address?.port?.toString(),
    'Gov-Client-Screens': screens
      .map(({ width, height, scale, depth }) =>
        pairs({ width, height, 'scaling-factor': scale, 'colour-depth': depth }),
      )
      .join(','),
    'Gov-Client-Timezone': utcOffset === null ? null : timezoneOf(utcOffset),
    'Gov-Client-User-IDs': pairs({ tenure: sender.userId }),
    'Gov-Client-Window-Size': window && pairs(window),
    'Gov-Vendor-Forwarded': publicIp && address && pairs({ by: publicIp, for: address.ip }),
    'Gov-Vendor-License-IDs': licence && pairs({ tenure: licence }),
    'Gov-Vendor-Product-Name': encoded(PRODUCT),
    'Gov-Vendor-Public-IP': publicIp && encoded(publicIp),
    'Gov-Vendor-Version': pairs({ tenure: version }),
  };
  return Object.fromEntries(Object.entries(headers).filter((entry): entry is [string, string] => Boolean(entry[1])));
}

/** Percent-encodes all other characters of a user agent, as header values are printable US-ASCII. */
const asciiOf = (text: string) => text.replace(/[^\x20-\x7e]+/g, (characters) => encoded(characters));

/** Formats 60 minutes as 'UTC+01:00'. */
function timezoneOf(utcOffset: number): string {
  const minutes = Math.abs(utcOffset);
  const part = (value: number) => String(value).padStart(2, '0');
  return `UTC${utcOffset < 0 ? '-' : '+'}${part(Math.floor(minutes / 60))}:${part(minutes % 60)}`;
}

const minuteOf = (at: Date) => `${at.toISOString().slice(0, 16)}Z`;

/** False for loopback, private and link-local addresses, which cannot be a client's public address. */
export function isPublicAddress(ip: string): boolean {
  if (ip.includes(':')) return !/^(::1?$|f[cd]|fe[89ab])/i.test(ip);
  return /^\d+(\.\d+){3}$/.test(ip) && !/^(0|10|127|169\.254|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(ip);
}

const IP = String.raw`(?:\d{1,3}(?:\.\d{1,3}){3}|[0-9A-Fa-f]*(?:%3A|:)[0-9A-Fa-f:%]*)`;
const VALUE = "[A-Za-z0-9._~%!*'()-]+";
const INSTANT = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
const SCREEN = String.raw`width=\d+&height=\d+&scaling-factor=[\d.]+&colour-depth=\d+`;
const MINUTE = String.raw`\d{4}-\d\d-\d\dT\d\d(?:%3A|:)\d\dZ`;

/** Formats by header. Multi-Factor is reported as missing for a client without a second factor. */
const FORMATS: Record<string, RegExp> = {
  'Gov-Client-Connection-Method': /^WEB_APP_VIA_SERVER$/,
  'Gov-Client-Browser-JS-User-Agent': /^[\x20-\x7e]+$/,
  'Gov-Client-Device-ID': /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  'Gov-Client-Multi-Factor': new RegExp(`^type=(TOTP|AUTH_CODE|OTHER)&timestamp=${MINUTE}&unique-reference=${VALUE}$`),
  'Gov-Client-Public-IP': new RegExp(`^${IP}$`),
  'Gov-Client-Public-IP-Timestamp': new RegExp(`^${INSTANT}$`),
  'Gov-Client-Public-Port': /^\d{1,5}$/,
  'Gov-Client-Screens': new RegExp(`^${SCREEN}(,${SCREEN})*$`),
  'Gov-Client-Timezone': /^UTC[+-]\d\d:\d\d$/,
  'Gov-Client-User-IDs': new RegExp(`^${VALUE}=${VALUE}(&${VALUE}=${VALUE})*$`),
  'Gov-Client-Window-Size': /^width=\d+&height=\d+$/,
  'Gov-Vendor-Forwarded': new RegExp(`^by=${IP}&for=${IP}(,by=${IP}&for=${IP})*$`),
  'Gov-Vendor-License-IDs': new RegExp(`^${VALUE}=${VALUE}(&${VALUE}=${VALUE})*$`),
  'Gov-Vendor-Product-Name': new RegExp(`^${VALUE}$`),
  'Gov-Vendor-Public-IP': new RegExp(`^${IP}$`),
  'Gov-Vendor-Version': new RegExp(`^${VALUE}=${VALUE}(&${VALUE}=${VALUE})*$`),
};

export type HeaderProblem = { header: string; problem: 'missing' | 'malformed' };

/** Returns the missing and malformed headers. `read` returns a header's value. */
export function headerProblems(read: (header: string) => string | null | undefined): HeaderProblem[] {
  return Object.entries(FORMATS).flatMap(([header, format]): HeaderProblem[] => {
    const value = read(header);
    if (!value) return [{ header, problem: 'missing' }];
    return format.test(value) ? [] : [{ header, problem: 'malformed' }];
  });
}
