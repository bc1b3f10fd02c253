import { createSlice, type Dispatch, type PayloadAction } from "@reduxjs/toolkit";

/** A challenge that the server asked for. */
export interface Challenge {
  /** The call that waits for it. */
  target: string;
  version?: number;
}

/** Whether a challenge is shown, and for what (specification, section 3). The success callback is the gate's. */
export interface CaptchaState {
  show: boolean;
  challenge: Challenge | null;
}

const initialState: CaptchaState = { show: false, challenge: null };

const captcha = createSlice({
  name: "captcha",
  initialState,
  reducers: {
    challengeShown: (state, { payload }: PayloadAction<Challenge>) => {
      state.show = true;
      state.challenge = payload;
    },
    challengeHidden: () => initialState,
  },
});

const { challengeShown, challengeHidden } = captcha.actions;
export const captchaReducer = captcha.reducer;

/** Holds the call that waits for a challenge. Kept out of the store, because a callback is no data. */
export interface CaptchaGate {
  /** Shows a challenge; gives true when it is solved, false when the person goes elsewhere. */
  challenge(challenge: Challenge): Promise<boolean>;
  /** The success callback: hides the challenge and lets the waiting call go on. */
  succeed(): void;
  /** The person left: hides the challenge and gives the call up. */
  cancel(): void;
}

export function createCaptchaGate(dispatch: () => Dispatch): CaptchaGate {
  let settle: ((solved: boolean) => void) | undefined;
  const end = (solved: boolean) => {
    if (settle === undefined) return;
    dispatch()(challengeHidden());
    settle(solved);
    settle = undefined;
  };
  return {
    challenge: (challenge) => {
      end(false);
      dispatch()(challengeShown(challenge));
      return new Promise((resolve) => {
        settle = resolve;
      });
    },
    succeed: () => end(true),
    cancel: () => end(false),
  };
}
