import { describe, expect, test } from "vitest";
import { fc } from "../../tests/support/samples.ts";
import { foldOtherwise, foldSearch } from "./fold-search.ts";

describe("search", () => {
  test.each([
    [" Café  Zürich ", "cafe zurich"],
    ["ŁÓDŹ", "lodz"],
    ["Sœurs & Ægir", "soeurs & aegir"],
    ["SØR-TRØNDELAG, Ǿ", "sor-trondelag, o"],
    ["Đà Nẵng, Þórður", "da nang, thordur"],
    ["Straße STRAẞE", "strasse strasse"],
    ["Işık Ħamrun Ŧ Ŋ", "isik hamrun t ng"],
    ["a\nb\tc", "a b c"],
    ["Οδυσσεύς ΟΔΥΣΣΕΥΣ", "οδυσσευσ οδυσσευσ"],
    ["北京", "北京"],
    ["أَحْمَد ومحـمـود", "احمد ومحمود"],
    ["شركة ١٠٠٢٣ و ۱۰۰۲۳", "شركه 10023 و 10023"],
    ["مصطفى علی کريم", "مصطفي علي كريم"],
    ["भारत १२३", "भरत 123"],
    ["Muster\u00admann نمی\u200cخواهم", "mustermann نميخواهم"],
    ["\u2067עברית\u2069\u200e", "עברית"],
    ["O’Neill, O‘Neill, O´Neill, O`Neill, Знам\u02bcянка", "o'neill, o'neill, o'neill, o'neill, знам'янка"],
    ["Meyer–Schmidt Meyer\u2011Schmidt Meyer—Schmidt", "meyer-schmidt meyer-schmidt meyer-schmidt"],
    ["„Zur Post“ “Inn” « Le Bon » יח״צ ג׳ורג׳", '"zur post" "inn" " le bon " יח"צ ג\'ורג\''],
  ])("%j is searched as %j", (text, folded) => {
    expect(foldSearch(text)).toBe(folded);
  });

  test.each([
    ["Müller", ["mueller"]],
    ["MU\u0308LLER", ["mueller"]],
    ["Mueller", ["muller"]],
    ["Jäger", ["jaeger"]],
    ["Ångström & Møller", ["aangstroem & moeller"]],
    ["Aarhus", ["arhus"]],
    ["Müller & Goethe", ["mueller & goethe", "muller & gothe"]],
    ["Café Zurich", []],
    ["O´Neill", []],
    ["北京", []],
  ])("%j is searched as %j too", (text, others) => {
    expect(foldOtherwise(text)).toEqual(others);
  });

  test("never holds the line break that parts the spellings of a name and its number", () => {
    const spellings = (text: string) => [foldSearch(text), ...foldOtherwise(text)];
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !/[\n\0]/.test(spellings(text).join(""))));
  });
});
