package io.metasched.resource.slots;

import static io.metasched.resource.fixture.Pictures.slotList;
import static io.metasched.resource.fixture.Pictures.span;
import static io.metasched.resource.fixture.Pictures.spans;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SlotListTest {

  @ParameterizedTest
  @CsvSource({
    ".#####., ..##..., .#..##.",
    ".#####., .##...., ...###.",
    ".#####., ....##., .###...",
    ".#####., .#####., .......",
    "##.####, ...#..., ##..###"
  })
  void cuttingLeavesTheRestBeforeAndAfter(String before, String cut, String after) {
    var list = slotList(before);

    list.cut(span(cut));

    assertThat(list.spans()).isEqualTo(spans(after));
  }

  @ParameterizedTest
  @CsvSource({".###., ##...", ".###., ...##", "##.##, .###.", "....., ..#.."})
  void onlyWhollyVacantTimeIsCut(String before, String cut) {
    var list = slotList(before);

    assertThatIllegalStateException().isThrownBy(() -> list.cut(span(cut)));
    assertThat(list.spans()).isEqualTo(spans(before));
  }

  @ParameterizedTest
  @CsvSource({
    "##.##.##, .######., #......#",
    "##.##.##, ..#....., ##.##.##",
    "##.##.##, ########, ........",
    ".####..., ######.., ........",
    ".####..., ..##...., .#..#..."
  })
  void subtractingTakesWhateverIsVacant(String before, String taken, String after) {
    var list = slotList(before);

    list.subtract(span(taken));

    assertThat(list.spans()).isEqualTo(spans(after));
  }

  @ParameterizedTest
  @CsvSource({
    "##..##, ..##.., ######",
    "##..##, ..#..., ###.##",
    "##..##, ...#.., ##.###",
    "#....#, ..##.., #.##.#",
    "......, ..##.., ..##.."
  })
  void timeGivenBackJoinsItsNeighbours(String before, String given, String after) {
    var list = slotList(before);

    list.giveBack(span(given));

    assertThat(list.spans()).isEqualTo(spans(after));
  }

  @ParameterizedTest
  @CsvSource({"..##.., .##...", "..##.., ...##.", "..##.., ..##..", "..##.., .####."})
  void vacantTimeCannotBeGivenBack(String before, String given) {
    var list = slotList(before);

    assertThatIllegalStateException().isThrownBy(() -> list.giveBack(span(given)));
    assertThat(list.spans()).isEqualTo(spans(before));
  }

  @ParameterizedTest
  @CsvSource({
    ".###.##, .###..., true",
    ".###.##, ..#...., true",
    ".###.##, ##....., false",
    ".###.##, ...###., false",
    ".###.##, ......#, true",
    "......., ..#...., false"
  })
  void aSpanIsCoveredByOneVacantSpan(String list, String asked, boolean covered) {
    assertThat(slotList(list).covers(span(asked))).isEqualTo(covered);
  }

  @Test
  void theEarliestFitIsTheFirstSpanLongEnoughFromThenOn() {
    var list = slotList("##..###.####");

    assertThat(list.earliestFit(0, 2000)).hasValue(0);
    assertThat(list.earliestFit(1, 2000)).hasValue(4000);
    assertThat(list.earliestFit(4500, 2500)).hasValue(4500);
    assertThat(list.earliestFit(4501, 2500)).hasValue(8000);
    assertThat(list.earliestFit(0, 4001)).isEmpty();
    assertThat(list.earliestFit(12000, 1)).isEmpty();
  }

  @Test
  void slotsAreCutToAWindow() {
    var list = slotList("###.#.####");

    assertThat(list.within(span(".######..."))).isEqualTo(spans(".##.#.#..."));
    assertThat(list.within(span("...#......"))).isEmpty();
  }

  @Test
  void theVersionGrowsWithEachChangeAndWithNothingElse() {
    var list = slotList("####");
    long version = list.version();

    assertThat(versionAfter(list, l -> l.cut(span("#...")))).isEqualTo(version + 1);
    assertThat(versionAfter(list, l -> l.giveBack(span("#...")))).isEqualTo(version + 2);
    assertThat(versionAfter(list, l -> l.subtract(span("..####")))).isEqualTo(version + 3);
    assertThat(versionAfter(list, l -> l.subtract(span("..####")))).isEqualTo(version + 3);
    assertThat(versionAfter(list, l -> l.forgetBefore(1000))).isEqualTo(version + 3);
    assertThat(versionAfter(list, l -> l.copy().subtract(span("##")))).isEqualTo(version + 3);
  }

  @Test
  void forgottenSlotsAreRemoved() {
    var list = slotList("##.###.#");

    list.forgetBefore(4000);

    assertThat(list.spans()).isEqualTo(spans("....##.#"));
    assertThat(list.size()).isEqualTo(2);
  }

  private static long versionAfter(SlotList list, Consumer<SlotList> action) {
    action.accept(list);
    return list.version();
  }
}
