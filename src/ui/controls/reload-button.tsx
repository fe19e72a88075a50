/** Reloads the page at `address`. It is a form, so that it works without scripts. */
export function ReloadButton({ label, address }: { label: string; address: string }) {
  return (
    <form action={address}>
      <button type="submit" className="btn-outline">
        {label}
      </button>
    </form>
  );
}
