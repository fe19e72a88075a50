import { makeVerifier } from '../../scripts/make-verifier.ts';

/** Makes carma-verify.mjs, which tests run as people do. */
export default makeVerifier;
