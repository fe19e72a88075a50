type Shared = { address: string; title: string };

/** Returns links to the share pages of three networks. Nothing is loaded from a network until its link is followed. */
export function shareLinks({ address, title }: Shared): { label: string; href: string }[] {
  const url = encodeURIComponent(address);
  return [
    { label: 'Twitter', href: `https://twitter.com/intent/tweet?text=${encodeURIComponent(title)}&url=${url}` },
    { label: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
    { label: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
  ];
}
