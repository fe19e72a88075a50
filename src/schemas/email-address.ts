/**
 * What browsers take in a field of type email (HTML, "Valid email address"), with a domain of two labels at least: a mail server
 * cannot be reached under one label, and "kate@gmail" is a slip. The part before the `@` has 64 characters at most (RFC 5321,
 * 4.5.3.1.1), as the pattern says; the whole has 254, which schemas state as its length.
 */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/**
 * Returns an address with its domain in ASCII, as browsers send it and as mail servers take it: `kate@münchen.example` becomes
 * `kate@xn--mnchen-3ya.example` (UTS #46). Any other text is returned unchanged.
 */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  // Without what would make it more than a host in the address of a page.
  if (at < 0 || /^[\x20-\x7e]*$/.test(domain) || /[\s/?#:@\\[\]%]/.test(domain)) return address;
  try {
    return `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}`;
  } catch {
    return address;
  }
}
