import { type Context, Hono } from 'hono';
import { readMessage, registerTools } from '#server/api/mcp/tools.ts';
import { parseBody } from '#server/api/protocol/body.ts';
import { acceptProblem, sendMethodNotAllowed, sendProblem } from '#server/api/protocol/problem.ts';
import { env } from '#server/platform/env.ts';
import { log } from '#server/platform/log.ts';
import type { AppEnv } from '#server/platform/web/app-env.ts';
import { clientAddress } from '#server/platform/web/client-address.ts';
import { countFurtherCalls } from '#server/platform/web/rate-limit.ts';
import { instructions } from '#shared/content/developers/agents.ts';
import { maxBatchSize } from '#shared/lib/protocol/rpc-limits.ts';
import type { ReadSite } from '#verify/check-entry.ts';

/**
 * Serves the Model Context Protocol at /mcp: streamable HTTP without sessions, by POST only. Clients of 2026-07-28 and of 2025, whose
 * batches may have as many messages as RPC's. What the SDK refuses it answers in the protocol's form, as `sendProblem` does here.
 */
export function mcp(readSite: ReadSite): Hono<AppEnv> {
  let opened: ReturnType<typeof open> | undefined;
  return new Hono<AppEnv>()
    .post('/', async (c) => {
      const json = await parseBody(c);
      if (!json) return sendProblem(c, 'json_malformed');
      const body = Array.isArray(json.body) ? json.body.map(readMessage) : readMessage(json.body);
      if (Array.isArray(body) && body.length > maxBatchSize)
        return sendProblem(c, 'validation_failed', { detail: `At most ${maxBatchSize} messages.` });
      // The first was counted when the request arrived.
      const seconds = Array.isArray(body) ? countFurtherCalls(clientAddress(c), body.length - 1) : 0;
      if (seconds > 0) return sendProblem(c, 'too_many_requests', { headers: { 'retry-after': String(seconds) } });
      const refused = acceptProblem(c, 'application/json');
      if (refused) return refused;
      opened ??= open(readSite);
      const response = await answerAccepted(await opened, c, body);
      response.headers.set('cache-control', 'no-store');
      return response;
    })
    .all('/', sendMethodNotAllowed);
}

/**
 * The SDK answers only clients that accept both of its media types, and older ones with a stream of events. Whoever does not ask for such a
 * stream by name gets its messages as JSON.
 */
async function answerAccepted({ fetch }: Awaited<ReturnType<typeof open>>, c: Context<AppEnv>, body: unknown): Promise<Response> {
  const { url, headers: given, signal } = c.req.raw;
  const headers = new Headers(given);
  headers.set('accept', 'application/json, text/event-stream');
  const response = await fetch(new Request(url, { method: 'POST', headers, signal }), { parsedBody: body });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  if (!isStream || given.get('accept')?.includes('text/event-stream')) return response;
  const messages = [...(await response.text()).matchAll(/^data: (.+)$/gm)].map(([, message]) => message);
  const { status } = response;
  return new Response(Array.isArray(body) ? `[${messages.join()}]` : messages[0], {
    status,
    headers: { 'content-type': 'application/json' },
  });
}

/** Loads the SDK when it is first needed, so that a start does not wait for it. */
async function open(readSite: ReadSite) {
  const { createMcpHandler, McpServer } = await import('@modelcontextprotocol/server');
  const { PUBLIC_URL } = env();
  // In reverse DNS: `example.carma/carma`.
  const name = `${new URL(PUBLIC_URL).hostname.split('.').toReversed().join('.')}/carma`;
  const description = 'Carbon projects with prices and evidence, and the public record of credits. Read-only.';
  const identity = { name, title: 'Carma', version: '1.0.0', description, websiteUrl: `${PUBLIC_URL}/developers/agents` };
  // The tools never change while the site runs, so nobody can subscribe to changes, and no answer stays open.
  const options = { instructions, capabilities: { tools: { listChanged: false } } };
  return createMcpHandler(
    () => {
      const server = new McpServer(identity, options);
      registerTools(server, readSite);
      return server;
    },
    {
      maxSubscriptions: 0,
      onerror: (error) => log().debug({ event: 'mcp.refused', err: error }, 'A message over MCP was refused'),
    },
  );
}
