package io.metasched.resource.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Starts that a sweep evaluates, and the slots that are known at each start. */
final class StartSweepTest {
  private final Recorder sweep = new Recorder();

  /** Sweep that writes the ranks that are live at each evaluation. */
  private static final class Recorder extends StartSweep {
    final List<String> visits = new ArrayList<>();
    long lastTickAfter = Long.MAX_VALUE;
    int lastRankAfter = Integer.MAX_VALUE;
    long mostWeightAfter = Long.MAX_VALUE;
    boolean takes;

    @Override
    void begin(SlotTable slots) {
      live.begin(ranked, nodes, false);
    }

    @Override
    void visit(long tick, boolean isDone) {
      var into = new int[ranked.size()];
      int count = live.collect(tick, into);
      visits.add(
          "%s%d: %s"
              .formatted(
                  isDone ? "" : "before all of ",
                  tick,
                  Arrays.stream(into)
                      .limit(count)
                      .mapToObj(Integer::toString)
                      .collect(Collectors.joining(" "))));
      if (takes) {
        live.takeCheapest(tick, 0, costLimit);
      }
      lastTick = Math.min(lastTick, lastTickAfter);
      lastRank = Math.min(lastRank, lastRankAfter);
      mostWeight = Math.min(mostWeight, mostWeightAfter);
    }
  }

  /** Returns a slot whose offer costs 1 more than the offer of the preceding node. */
  private static Slot slot(int node, long start, long end) {
    return new Slot(Node.of(node, 1, 0), new Span(start, end), 100L * (node + 1));
  }

  private List<String> visits(WindowRequest request, Slot... slots) {
    sweep.visits.clear();
    var table = new SlotTable(List.of(slots));
    sweep.search(table, RankedOffers.of(table.offers(), request), request);
    return sweep.visits;
  }

  private static WindowRequest parts(int nodes) {
    return RankedRequests.request(nodes, WindowRequest.NO_LIMIT);
  }

  @Test
  void eachStartIsEvaluatedAfterItsSlotsAreStored() {
    assertThat(visits(parts(1), slot(0, 5, 40), slot(1, 0, 20), slot(2, 0, 12)))
        .containsExactly("0: 1 2", "5: 0 1");
  }

  @Test
  void aStartIsNotEvaluatedWhereNoSlotIsOfUse() {
    assertThat(visits(parts(1), slot(0, 0, 40), slot(1, 5, 16), slot(2, 6, 18)))
        .containsExactly("0: 0", "6: 0 2");
    assertThat(visits(parts(1).between(3, 30), slot(0, 0, 14), slot(1, 1, 15), slot(2, 19, 40)))
        .containsExactly("3: 1");
  }

  @Test
  void aSlotThatIsStoredButCannotHelpCausesNoEvaluation() {
    sweep.lastRankAfter = 1;
    assertThat(visits(parts(1), slot(0, 0, 40), slot(1, 5, 40), slot(2, 6, 40), slot(1, 50, 90)))
        .containsExactly("0: 0", "5: 0 1", "50: 1");
  }

  @Test
  void aSlotThatMakesNoCheaperWindowThanTheLastCausesNoEvaluation() {
    sweep.takes = true;
    assertThat(visits(parts(1), slot(1, 0, 40), slot(2, 5, 40), slot(0, 7, 40)))
        .containsExactly("0: 1", "7: 0 1 2");
  }

  @Test
  void aSweepEndsAfterTheLastStartThatMayHelp() {
    sweep.lastTickAfter = 5;
    assertThat(visits(parts(1), slot(0, 0, 40), slot(1, 5, 40), slot(2, 6, 40)))
        .containsExactly("0: 0", "5: 0 1");
  }

  @Test
  void offersThatWeighTooMuchAreNotStored() {
    var slots = new Slot[] {slot(0, 0, 40), slot(1, 5, 40), slot(2, 6, 40)};
    sweep.mostWeightAfter = 11; // after reading the next slot
    assertThat(visits(parts(1), slots)).containsExactly("0: 0", "5: 0 1");
    sweep.mostWeightAfter = 12;
    assertThat(visits(parts(1), slots)).containsExactly("0: 0", "5: 0 1", "6: 0 1 2");
  }

  @Test
  void manySlotsOfOneStartAreEvaluatedInBetweenAtDoublingNumbers() {
    assertThat(looks(visits(parts(1), crowd(20))))
        .containsExactly(
            "before all of 0: 4", "before all of 0: 8", "before all of 0: 16", "0: 20");
    assertThat(looks(visits(parts(2), crowd(20))))
        .containsExactly("before all of 0: 8", "before all of 0: 16", "0: 20");
    assertThat(looks(visits(parts(1), crowd(3)))).containsExactly("0: 3");
    var later = new ArrayList<>(List.of(crowd(5)));
    for (int id = 5; id < 10; id++) {
      later.add(slot(id, 3, 40));
    }
    assertThat(looks(visits(parts(1), later.toArray(Slot[]::new))))
        .containsExactly("before all of 0: 4", "0: 5", "before all of 3: 9", "3: 10");
  }

  private static Slot[] crowd(int count) {
    var slots = new Slot[count];
    for (int id = 0; id < count; id++) {
      slots[id] = slot(id, 0, 40);
    }
    return slots;
  }

  /** Returns evaluations with the number of live ranks in place of the ranks. */
  private static List<String> looks(List<String> visits) {
    return visits.stream()
        .map(
            visit -> {
              int colon = visit.indexOf(": ");
              return visit.substring(0, colon + 2)
                  + visit.substring(colon + 2).split(" ", -1).length;
            })
        .toList();
  }

  @Test
  void aSweepOverSelectedSlotsEvaluatesWhatOneOverAllDoes() {
    for (int seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      var table = RankedRequests.table(random.nextInt(1, 12), random);
      var request = parts(3).between(random.nextInt(4), 30);
      var ranked = RankedOffers.of(table.offers(), request);
      sweep.lastTickAfter = random.nextInt(2, 12);
      sweep.lastRankAfter = random.nextInt(2, 12);
      sweep.visits.clear();
      sweep.search(table, ranked, request);
      var all = sweep.visits.stream().filter(visit -> !visit.startsWith("before")).toList();
      var cheap = new CheapSlots();
      int selected = ranked.size();
      cheap.select(table, ranked, selected, 3, request.earliestStart(), request.deadline());

      sweep.visits.clear();
      if (sweep.begin(table, ranked, request)) {
        sweep.walk(cheap);
      }

      assertThat(sweep.visits).as("seed %d", seed).isEqualTo(all);
    }
  }

  private static final SlotTable FOUR =
      new SlotTable(List.of(slot(0, 3, 40), slot(1, 0, 40), slot(2, 0, 40), slot(3, 0, 40)));

  /** Returns the ranks of offers that cost 2, 3, 4 and 5. */
  private static RankedOffers ranked(WindowRequest request) {
    return RankedOffers.of(FOUR.offers(), request, WindowRequest.NO_LIMIT, null);
  }

  @Test
  void aSearchBeginsWithTheOffersThatLeaveEnoughForTheOtherParts() {
    var request = RankedRequests.request(2, 6); // with a part of cost 2, 4 remains

    for (var search :
        List.of(
            new EarliestStartSearch(),
            new CheapestWindowSearch(),
            new ShortestWindowSearch(),
            new EarliestFinishSearch())) {
      assertThat(search.begin(FOUR, ranked(request), request)).isTrue();
      assertThat(search.lastRank).as(search.getClass().getSimpleName()).isEqualTo(2);
    }
  }

  @Test
  void aCheaperWindowThanTheBestLeavesLessForItsParts() {
    var search = new CheapestWindowSearch();

    assertThat(search.search(FOUR, ranked(parts(1)), parts(1))).isTrue();
    assertThat(search.lastRank).isEqualTo(-1); // no part costs less than 2
    assertThat(search.lastTick).isEqualTo(3);
  }

  @Test
  void aWindowThatFinishesSoonerEndsBeforeTheBestAndStartsALengthEarlier() {
    var search = new EarliestFinishSearch();

    assertThat(search.search(FOUR, ranked(parts(1)), parts(1))).isTrue();
    assertThat(search.deadline).isEqualTo(11);
    assertThat(search.lastTick).isEqualTo(-1);
  }

  @Test
  void aShorterWindowHasShorterParts() {
    var fast = new Slot(Node.of(0, 2, 0), new Span(9, 16), 1000);
    var later = new Slot(Node.of(3, 2, 0), new Span(20, 40), 1000);
    var early = new SlotTable(List.of(slot(1, 0, 40), slot(2, 4, 40), fast, later));
    var late = new SlotTable(List.of(slot(1, 20, 40), slot(2, 24, 40), fast, slotOf(later, 0, 8)));
    for (var table : List.of(early, late)) {
      var search = new ShortestWindowSearch();
      var ranked = RankedOffers.of(table.offers(), parts(2));

      assertThat(search.search(table, ranked, parts(2))).isTrue();

      assertThat(search.mostWeight).isEqualTo(6); // the best window has 12
    }
  }

  private static Slot slotOf(Slot slot, long start, long end) {
    return new Slot(slot.node(), new Span(start, end), slot.priceMilli());
  }

  @Test
  void aLookBeforeAllSlotsOfAStartMayFindNoWindow() {
    var slots = new ArrayList<Slot>();
    for (int id = 0; id < 8; id++) {
      slots.add(new Slot(Node.of(id, 1, 0), new Span(0, 40), 580)); // parts cost 7
    }
    slots.add(new Slot(Node.of(8, 1, 0), new Span(0, 40), 160)); // parts cost 2
    var table = new SlotTable(slots);
    var request = RankedRequests.request(2, 10);
    var ranked = RankedOffers.of(table.offers(), request);

    var window = new ShortestWindowSearch().find(table, ranked, request).window().orElseThrow();

    assertThat(window.parts()).extracting(Part::node).containsExactly(0, 8);
  }

  @Test
  void aSweepEndsWithTheLastSelectedSlot() {
    var table = new SlotTable(List.of(crowd(256))).copy();
    var request = parts(256);
    var ranked = RankedOffers.of(table.offers(), request);
    var cheap = new CheapSlots();
    cheap.select(table, ranked, 256, 256, 0, request.deadline());
    sweep.begin(table, ranked, request);

    sweep.walk(cheap);

    assertThat(looks(sweep.visits)).containsExactly("0: 256");
  }

  @ParameterizedTest
  @EnumSource(names = {"PROC_TIME", "ENERGY"})
  void aLighterWindowHasNoPartThatTheOthersLeaveNoRoomFor(Criterion criterion) {
    var slots = new ArrayList<Slot>();
    for (int id = 0; id < 3; id++) { // parts of 12, 6 and 4 ticks
      slots.add(
          new Slot(new Node(id, 0, id + 1, 0, 1000, List.of()), new Span(id < 2 ? 0 : 30, 40), 0));
    }
    var table = new SlotTable(slots);
    var search = new LeastWeightSearch(criterion, 1000);

    assertThat(search.search(table, RankedOffers.of(table.offers(), parts(2)), parts(2))).isTrue();

    assertThat(search.lastTick).isEqualTo(30);
    assertThat(search.mostWeight).isEqualTo(6 + 4 - 4 - 1);
  }
}
