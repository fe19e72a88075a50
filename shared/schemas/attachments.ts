// What a form takes as files. A module of its own, so that the scripts of pages without such a form do not have it.

/** How the names of files that can be attached usually end. The server judges a file by its content alone. */
export const attachmentEndings = ['.pdf', '.docx', '.xlsx'] as const;

/**
 * Of a message's files: how many, and the MB of all. Also in db/migrations, deploy/Caddyfile, docs/deploy.md, docs/operations.md and, how
 * many, in the privacy policy (shared/content/legal).
 */
export const attachmentsLimit = { count: 10, megabytes: 10 } as const;
/** Of all attachments together, in bytes; decisions.md, "Forms". */
export const attachmentsMaxBytes = attachmentsLimit.megabytes * 1024 * 1024;
/** Of the body that carries them: the files, and a generous megabyte for the rest. */
export const attachmentsBodyMaxBytes = attachmentsMaxBytes + 1024 * 1024;

/** How long (ms) the site waits for a form with files, and the page for its answer: 10 MB at 35 kB/s take nearly all of it. */
export const uploadLimitMs = 330_000;
