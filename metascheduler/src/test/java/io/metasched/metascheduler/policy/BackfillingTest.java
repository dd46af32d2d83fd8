package io.metasched.metascheduler.policy;

import static io.metasched.metascheduler.fixture.CycleFixture.cycle;
import static io.metasched.metascheduler.fixture.CycleFixture.outcomes;
import static io.metasched.metascheduler.fixture.CycleFixture.policy;
import static io.metasched.metascheduler.fixture.CycleFixture.window;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static io.metasched.metascheduler.fixture.SlotPicture.slots;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.metascheduler.fixture.CountedSlots;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.search.SearchFamily;
import io.metasched.resource.slots.SlotTable;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class BackfillingTest {
  private static final Job WIDE = job(1).nodes(2).volume(3).build();
  private static final Job NARROW = job(2).volume(2).build();

  @Test
  void aJobStartsBeforeOneAheadWhereItDoesNotDelayIt() {
    var slots = slots("n1 ........", "n2 ##......");

    var alone = policy("backfilling").plan(cycle(slots, WIDE));
    var both = policy("backfilling").plan(cycle(slots, WIDE, NARROW));

    assertThat(outcomes(alone)).isEqualTo("1@2 n1+n2");
    assertThat(outcomes(both)).isEqualTo("1@2 n1+n2, 2@0 n1");
  }

  @Test
  void aJobThatWouldDelayAnEarlierOneStartsAfterIt() {
    var slots = slots("n1 ........", "n2 #.......");

    var plan = policy("backfilling").plan(cycle(slots, WIDE, NARROW));

    assertThat(outcomes(plan)).isEqualTo("1@1 n1+n2, 2@4 n1");
  }

  @Test
  void aJobThatAsksForAsMuchAsOneWithoutAnyWindowIsNotSearchedFor() {
    assertThat(searches(SearchFamily.exact(1000))).isEqualTo(2);
    assertThat(searches(SearchFamily.published())).isEqualTo(4);
  }

  /** Returns the number of searches for three jobs without a window and one with a window. */
  private static int searches(SearchFamily family) {
    var searches = new AtomicInteger();
    var table = new SlotTable(slots("n1 ....", "n2 ...."));
    var jobs = List.of(wide(1, 3), wide(2, 4), wide(3, 3), wide(4, 2));
    var snapshot =
        new CycleSnapshot(
            0, 0, new Span(0, 4_000), 1000, jobs, new CountedSlots(table, searches), 1);

    var plan = new Backfilling(family).plan(snapshot);

    assertThat(outcomes(plan)).isEqualTo("1 waits, 2 waits, 3 waits, 4@0 n1+n2");
    return searches.get();
  }

  private static Job wide(long number, int nodes) {
    return job(number).nodes(nodes).build();
  }

  @Test
  void jobsMoveForwardInQueueOrderIntoTimeThatComesFree() {
    var first = promised(job(1).volume(2).build(), window(4, 2, 1, 1));
    var second = promised(job(2).volume(2).build(), window(6, 2, 1, 1));

    var moves = replan(slots("n1 .."), first, second);

    // the second job takes the time left by the first job: 4 to 6 is then vacant, before its own 6
    // to 8
    assertThat(moves)
        .containsExactly(
            new Move(first.job(), first.window(), window(0, 2, 1, 1)),
            new Move(second.job(), second.window(), window(4, 2, 1, 1)));
  }

  @Test
  void aJobMayMoveByLessThanItsLengthOverItsOwnTime() {
    var late = promised(job(1).volume(4).build(), window(3, 4, 1, 1));

    var moves = replan(slots("n1 #.."), late);

    assertThat(moves).containsExactly(new Move(late.job(), late.window(), window(1, 4, 1, 1)));
  }

  @Test
  void aJobThatFindsNothingEarlierKeepsItsWindow() {
    var early = promised(job(1).volume(2).build(), window(1, 2, 1, 1));

    var moves = replan(slots("n1 #", "n2 $1 ##........"), early);

    assertThat(moves).isEmpty();
  }

  @Test
  void aJobDoesNotMoveToACheaperWindowThatStartsNoEarlier() {
    var late = promised(job(1).volume(2).build(), window(4, 2, 3, 1));

    assertThat(replan(slots("n2 $2 ####.."), late)).isEmpty();
    assertThat(replan(slots("n2 $2 ###..."), late))
        .containsExactly(new Move(late.job(), late.window(), window(3, 2, 2, 2)));
  }

  @Test
  void aJobDoesNotMoveToWhatItCannotAfford() {
    var poor = promised(job(1).volume(2).limit(3).build(), window(4, 2, 1, 1));

    var moves = replan(slots("n2 $2 ...."), poor);

    assertThat(moves).isEmpty();
  }

  private static List<Move> replan(List<Slot> slots, Promised... promised) {
    return policy("backfilling")
        .replan(
            new ReplanSnapshot(
                0, new Span(0, 10_000), 1000, List.of(promised), new SlotTable(slots)));
  }

  private static Promised promised(Job job, Window window) {
    var own =
        window.parts().stream()
            .map(
                part ->
                    new Slot(
                        Node.of(part.node(), 1, part.priceMilli()), part.span(), part.priceMilli()))
            .toList();
    return new Promised(job, window, own);
  }
}
