import { createSlice, type PayloadAction } from "@reduxjs/toolkit";
import type { User } from "../../generated/calls.ts";

/** The login session as the client knows it (specification, section 3). Nothing of it is stored in the browser. */
export interface SessionState {
  /** Remembered or hinted user name. */
  username: string | null;
  /** The session had timed out; the next screen says so once. */
  timedOut: boolean;
  /** General error messages on the screen now, as text keys. */
  errorMessages: string[];
  user: User | null;
  capsLock: boolean;
  /** Anti-forgery token. */
  token: string;
}

const initialState: SessionState = {
  username: null,
  timedOut: false,
  errorMessages: [],
  user: null,
  capsLock: false,
  token: "",
};

const session = createSlice({
  name: "session",
  initialState,
  reducers: {
    sessionTimedOut: (state) => {
      state.timedOut = true;
    },
    timeoutShown: (state) => {
      state.timedOut = false;
    },
    tokenReceived: (state, { payload }: PayloadAction<string>) => {
      state.token = payload;
    },
    userFetched: (state, { payload }: PayloadAction<User>) => {
      state.user = payload;
    },
    usernameRemembered: (state, { payload }: PayloadAction<string | null>) => {
      state.username = payload;
    },
    errorsShown: (state, { payload }: PayloadAction<string[]>) => {
      state.errorMessages = payload;
    },
    capsLockChanged: (state, { payload }: PayloadAction<boolean>) => {
      state.capsLock = payload;
    },
  },
});

export const {
  sessionTimedOut,
  timeoutShown,
  tokenReceived,
  userFetched,
  usernameRemembered,
  errorsShown,
  capsLockChanged,
} = session.actions;
export const sessionReducer = session.reducer;
