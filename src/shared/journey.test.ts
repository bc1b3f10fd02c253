import { describe, expect, it } from "vitest";
import { fc } from "../../tests/support/samples.ts";
import {
  type JourneyAccount,
  type JourneyAttempt,
  journeyStages,
  nextStage,
  sessionAllowed,
} from "./journey.ts";

const account: fc.Arbitrary<JourneyAccount> = fc.record({
  passwordExpired: fc.boolean(),
  hasSecondFactor: fc.boolean(),
  secondFactorRequired: fc.boolean(),
  customers: fc.nat(3),
  deviceOffer: fc.boolean(),
});
const attempt: fc.Arbitrary<JourneyAttempt> = fc.record({
  secondFactorProven: fc.boolean(),
  customerChosen: fc.boolean(),
});

const nothing: JourneyAccount = {
  passwordExpired: false,
  hasSecondFactor: false,
  secondFactorRequired: false,
  customers: 1,
  deviceOffer: false,
};
const fresh: JourneyAttempt = { secondFactorProven: false, customerChosen: false };

describe("nextStage", () => {
  it("asks for the stages in their one order", () => {
    const all = { ...nothing, passwordExpired: true, hasSecondFactor: true, customers: 2, deviceOffer: true };
    expect(nextStage(all, fresh)).toBe("passwordExpired");
    const changed = { ...all, passwordExpired: false };
    expect(nextStage(changed, fresh)).toBe("twoFactorRequired");
    expect(nextStage({ ...changed, hasSecondFactor: false, secondFactorRequired: true }, fresh)).toBe(
      "twoFactorSetupRequired",
    );
    const proven = { ...fresh, secondFactorProven: true };
    expect(nextStage(changed, proven)).toBe("customerChoiceRequired");
    expect(nextStage(changed, { ...proven, customerChosen: true })).toBe("deviceOffered");
    expect(nextStage({ ...changed, deviceOffer: false }, { ...proven, customerChosen: true })).toBe("done");
  });

  it("is done at once where nothing is owed", () => {
    expect(nextStage(nothing, fresh)).toBe("done");
  });

  it("never lets a session exist before a due second factor, its required set-up or an expired password", () => {
    fc.assert(
      fc.property(account, attempt, (who, state) => {
        const stage = nextStage(who, state);
        const owed =
          who.passwordExpired ||
          (who.hasSecondFactor && !state.secondFactorProven) ||
          (who.secondFactorRequired && !who.hasSecondFactor);
        expect(sessionAllowed(stage)).toBe(!owed);
      }),
    );
  });

  it("knows only the stages of the contract", () => {
    fc.assert(
      fc.property(account, attempt, (who, state) =>
        [...journeyStages, "done"].includes(nextStage(who, state)),
      ),
    );
  });
});
