package io.metasched.metascheduler.policy;

import static io.metasched.metascheduler.fixture.JobFixture.job;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.slots.SlotTable;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Jobs that the filter excludes, compared with a naive filter that tries the parts of each tick.
 */
final class FreedTimeFilterTest {
  private static final int END = 16;
  private static final Node ELSEWHERE = Node.of(99, 1, 1);

  @Test
  void excludesExactlyTheJobsThatHaveNoRoomInFreedTime() {
    int kept = 0;
    int excluded = 0;
    for (int seed = 0; seed < 6000; seed++) {
      var random = new SplittableRandom(seed);
      var vacant = vacant(random);
      var freed = freed(random, vacant);
      var request = request(random);
      long ownStart = random.nextInt(1, END);
      var promised = promised(new Slot(ELSEWHERE, Span.of(ownStart, 2), 1));

      boolean isKept = filter(vacant, freed).mayStartEarlier(promised, request, 0);

      assertThat(isKept)
          .as("seed %d", seed)
          .isEqualTo(naive(vacant, freed, request, promised.window().start()));
      kept += isKept ? 1 : 0;
      excluded += isKept ? 0 : 1;
    }
    assertThat(kept).isGreaterThan(500);
    assertThat(excluded).isGreaterThan(1000);
  }

  @Test
  void excludesNoJobThatHasRoomOnceItsOwnTimeIsVacantToo() {
    int kept = 0;
    for (int seed = 0; seed < 6000; seed++) {
      var random = new SplittableRandom(seed);
      var all = vacant(random);
      var own = all.get(random.nextInt(all.size()));
      var part = new Slot(own.node(), spanIn(own.span(), random), own.priceMilli());
      var freed = freed(random, all);
      freed.removeIf(
          slot -> slot.node().id() == own.node().id() && slot.span().overlaps(part.span()));
      var request = request(random);
      var promised = promised(part);

      if (naive(all, freed, request, promised.window().start())) {
        kept++;
        var filter = filter(without(part, all), freed);
        assertThat(filter.mayStartEarlier(promised, request, 0)).as("seed %d", seed).isTrue();
      }
    }
    assertThat(kept).isGreaterThan(500);
  }

  @Test
  void aSlotThatEndsWhereTheOwnPartBeginsIsVacantUpToTheDeadline() {
    var before = slot(1, 0, 4);
    var own = promised(slot(1, 4, 8));
    var others = promised(slot(2, 4, 8));
    var filter = filter(List.of(before), List.of(slot(1, 2, 3)));

    assertThat(filter.mayStartEarlier(own, request(1, 6, 6), 0)).isTrue();
    assertThat(filter.mayStartEarlier(own, request(1, 6, 5), 0)).isFalse();
    assertThat(filter.mayStartEarlier(others, request(1, 6, 16), 0)).isFalse();
    assertThat(filter.mayStartEarlier(promised(slot(1, 5, 9)), request(1, 6, 16), 0)).isFalse();
  }

  @Test
  void freedTimeAfterTheOwnPartIsReachedFromBeforeIt() {
    var slots = List.of(slot(1, 0, 4), slot(1, 8, 12));
    var own = promised(slot(1, 4, 8));
    var filter = filter(slots, List.of(slot(1, 8, 10)));

    assertThat(filter.mayStartEarlier(own, request(1, 6, 16), 0)).isTrue();
    assertThat(filter.mayStartEarlier(own, request(1, 5, 16), 0)).isFalse();
    assertThat(filter.mayStartEarlier(promised(slot(2, 4, 8)), request(1, 6, 16), 0)).isFalse();
    assertThat(filter.mayStartEarlier(promised(slot(1, 4, 7)), request(1, 6, 16), 0)).isFalse();
  }

  @Test
  void freedSpansBeforeTheGivenOneDoNotCount() {
    var filter =
        filter(List.of(slot(1, 0, 4), slot(2, 2, 6)), List.of(slot(1, 0, 4), slot(2, 2, 6)));
    var late = promised(slot(3, 3, 6));

    assertThat(filter.mayStartEarlier(late, request(1, 3, 16), 0)).isTrue();
    assertThat(filter.mayStartEarlier(late, request(1, 3, 16), 1)).isTrue();
    assertThat(filter.mayStartEarlier(late, request(1, 3, 16), 2)).isFalse();
    assertThat(filter.mayStartEarlier(late, request(1, 4, 16), 1)).isTrue();
    assertThat(filter.mayStartEarlier(late, request(1, 5, 16), 1)).isFalse();
  }

  @Test
  void freedTimeThatIsTakenAgainIsOfNoUse() {
    var filter = filter(List.of(), List.of(slot(1, 0, 4)));

    assertThat(filter.mayStartEarlier(promised(slot(3, 3, 6)), request(1, 3, 16), 0)).isFalse();
  }

  /** Returns whether parts that use freed time have starts at which enough nodes have room. */
  private static boolean naive(
      List<Slot> vacant, List<Slot> freed, WindowRequest request, long ownStart) {
    long first = Long.MAX_VALUE;
    long last = Long.MIN_VALUE;
    for (var slot : vacant) {
      for (long start = request.earliestStart(); start < ownStart; start++) {
        if (fits(slot, start, request) && isFreed(slot, start, freed, request)) {
          first = Math.min(first, start);
          last = Math.max(last, start);
        }
      }
    }
    long from = first;
    long to = last;
    long room =
        vacant.stream()
            .filter(slot -> hasRoom(slot, from, to, request))
            .map(slot -> slot.node().id())
            .distinct()
            .count();
    return room >= request.nodes();
  }

  private static boolean hasRoom(Slot slot, long from, long to, WindowRequest request) {
    for (long start = from; start <= to; start++) {
      if (fits(slot, start, request)) {
        return true;
      }
    }
    return false;
  }

  private static Span part(Slot slot, long start, WindowRequest request) {
    return Span.of(start, request.lengthTicks(slot.node()));
  }

  private static boolean fits(Slot slot, long start, WindowRequest request) {
    var part = part(slot, start, request);
    return slot.span().contains(part)
        && part.end() <= request.deadline()
        && request.admits(slot.node(), slot.priceMilli());
  }

  private static boolean isFreed(Slot slot, long start, List<Slot> freed, WindowRequest request) {
    return freed.stream()
        .anyMatch(
            span ->
                span.node().id() == slot.node().id()
                    && span.priceMilli() == slot.priceMilli()
                    && span.span().overlaps(part(slot, start, request)));
  }

  /** Returns slots of two to four nodes with gaps between them. */
  private static List<Slot> vacant(SplittableRandom random) {
    var slots = new ArrayList<Slot>();
    int nodes = random.nextInt(2, 5);
    for (int id = 0; id < nodes; id++) {
      var node = Node.of(id, random.nextInt(1, 4), random.nextInt(1, 4));
      int start = random.nextInt(4);
      while (start < END) {
        int end = Math.min(END, start + random.nextInt(1, 9));
        slots.add(new Slot(node, new Span(start, end), node.priceMilli()));
        start = end + random.nextInt(1, 4);
      }
    }
    return slots;
  }

  /** Returns spans around the slots' time, one of them on a node that has no slot. */
  private static List<Slot> freed(SplittableRandom random, List<Slot> vacant) {
    var freed = new ArrayList<Slot>();
    int count = random.nextInt(4);
    for (int i = 0; i < count; i++) {
      var slot = vacant.get(random.nextInt(vacant.size()));
      long price = random.nextInt(8) == 0 ? 9 : slot.priceMilli();
      freed.add(new Slot(slot.node(), spanIn(new Span(0, END), random), price));
    }
    freed.add(new Slot(ELSEWHERE, new Span(0, END), 1));
    return freed;
  }

  private static Span spanIn(Span whole, SplittableRandom random) {
    long start = random.nextLong(whole.start(), whole.end());
    return new Span(start, random.nextLong(start + 1, whole.end() + 1));
  }

  private static WindowRequest request(SplittableRandom random) {
    var work =
        random.nextBoolean()
            ? Work.duration(random.nextInt(1, 7))
            : Work.volume(random.nextInt(1, 13));
    return new WindowRequest(
        random.nextInt(1, 4),
        work,
        1,
        new Requirements(random.nextInt(1, 3), List.of()),
        WindowRequest.NO_LIMIT,
        random.nextInt(2, 4),
        random.nextInt(4),
        random.nextInt(END / 2, END + 2));
  }

  private static WindowRequest request(int nodes, long ticks, long deadline) {
    return WindowRequest.of(nodes, Work.duration(ticks), 1, WindowRequest.NO_LIMIT)
        .between(0, deadline);
  }

  private static Slot slot(int node, long start, long end) {
    return new Slot(Node.of(node, 1, 1), new Span(start, end), 1);
  }

  private static FreedTimeFilter filter(List<Slot> vacant, List<Slot> freed) {
    var time = new FreedTime();
    time.addAll(freed);
    return new FreedTimeFilter(new SlotTable(vacant), time);
  }

  /** Returns a job of one part, in the given slot. */
  private static Promised promised(Slot own) {
    var part = Part.on(own.node(), own.span().start(), own.span().lengthTicks(), own.priceMilli());
    return new Promised(job(1).build(), new Window(List.of(part)), List.of(own));
  }

  private static List<Slot> without(Slot part, List<Slot> slots) {
    var table = new SlotTable(slots).copy();
    table.subtract(promised(part).window());
    return table.slots();
  }
}
