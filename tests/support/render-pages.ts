// Renders pages of the built site in a process of its own: asked for an address, sends its HTML as no visitor gets it, before it is finished.
const { unstable_serverEntry: site } = await import(new URL('../../dist/server/index.js', import.meta.url).href);

process.on('message', async (address: string) => {
  const answer: Response = await site.render(address);
  process.send?.(await answer.text());
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
