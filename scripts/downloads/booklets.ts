import { onboardingGuide } from './onboarding-guide.ts';
import { qmsWhitepaper } from './qms-whitepaper.ts';

export const booklets = [qmsWhitepaper, onboardingGuide];
