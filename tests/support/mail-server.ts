import { SMTPServer } from 'smtp-server';
import { listenOn } from './free-port.ts';

export type ReceivedMail = { raw: string; messageId: string };
/** How the server treats a mail. `drop` accepts it all and disconnects without replying. */
type Mood = 'accept' | 'refuse' | 'refuse sender' | 'hang' | 'drop';

export type MailServer = {
  url: string;
  /** Every accepted mail, including those whose sender got no reply. */
  received: ReceivedMail[];
  mood: Mood;
  /** The code and text of a refusal: of the whole mail with `refuse`, of its sender with `refuse sender`, otherwise of each recipient. */
  rejection?: [code: number, text: string] | undefined;
  /** Every password with which a sender has logged in. */
  passwords: string[];
  close: () => Promise<void>;
};

/** A real SMTP server on a free port, which offers no STARTTLS, as if its offer had been stripped in transit. */
export async function startMailServer(): Promise<MailServer> {
  const mails: MailServer = { url: '', received: [], mood: 'accept', passwords: [], close: async () => {} };
  const refusal = (isRefused: boolean, address = '') => {
    const [responseCode, text] = mails.rejection ?? [451, 'No'];
    return isRefused ? Object.assign(new Error(`${text}: ${address}`), { responseCode }) : null;
  };
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ password }, _session, callback) => {
      mails.passwords.push(String(password));
      callback(null, { user: 'site' });
    },
    onConnect: (_session, callback) => {
      if (mails.mood !== 'hang') callback();
    },
    onMailFrom: (_address, _session, callback) => callback(refusal(mails.mood === 'refuse sender')),
    onRcptTo: ({ address }, _session, callback) => callback(refusal(mails.mood !== 'refuse' && mails.rejection !== undefined, address)),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk) => chunks.push(chunk));
      stream.on('end', () => {
        const refused = refusal(mails.mood === 'refuse', session.envelope.rcptTo[0]?.address);
        if (refused) return callback(refused);
        const raw = Buffer.concat(chunks).toString();
        mails.received.push({ raw, messageId: /^Message-ID:\s*(\S+)/im.exec(raw)?.[1] ?? '' });
        if (mails.mood === 'drop') for (const connection of server.connections as Set<{ close: () => void }>) connection.close();
        else callback();
      });
    },
  });
  server.on('error', () => {});
  mails.url = `smtp://127.0.0.1:${await listenOn(server.server)}`;
  mails.close = () => new Promise((resolve) => server.close(() => resolve()));
  return mails;
}
