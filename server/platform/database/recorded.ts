export const recorded = <R>(read: () => Promise<R>, ..._rest: unknown[]): Promise<R> => read();
export const markStatement = () => {};
export const stopRecording = () => {};
