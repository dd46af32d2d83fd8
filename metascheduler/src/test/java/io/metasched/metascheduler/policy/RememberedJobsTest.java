package io.metasched.metascheduler.policy;

import static io.metasched.metascheduler.fixture.CycleFixture.policy;
import static io.metasched.metascheduler.fixture.CycleFixture.window;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static io.metasched.metascheduler.fixture.SlotPicture.slots;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.metascheduler.fixture.CountedSlots;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Ticks;
import io.metasched.resource.model.Window;
import io.metasched.resource.slots.SlotTable;
import io.metasched.resource.slots.SlotView;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/**
 * Jobs for which a replanning with memory searches again.
 *
 * <p>Node 9 is too expensive for the job, and always vacant. Later, its price limit allows this
 * node, which the memory does not detect: the job moves to it only if a window for the job is
 * searched.
 */
final class RememberedJobsTest {
  private static final Job JOB = job(1).volume(4).priceLimit(999).build();
  private static final Job RICH = job(1).volume(4).build();
  private static final Window LATE = window(6, 4, 1, 1);
  private static final Window AT_ONCE = window(0, 4, 9, 9);

  private final Replanning replanning = policy("backfilling").replanning();

  @Test
  void aJobIsSearchedForAtFirst() {
    assertThat(movesOf(RICH, LATE, "n1 ##..")).containsExactly(move(RICH, LATE, AT_ONCE));
  }

  @Test
  void aJobThatHadNoEarlierWindowIsNotSearchedForWhereNothingWasFreed() {
    assertThat(movesOf(JOB, LATE, "n1 .#..")).isEmpty();

    assertThat(movesOf(RICH, LATE, "n1 .#..")).isEmpty();
    assertThat(movesOf(RICH, LATE, "n1 ##..")).isEmpty();
  }

  @Test
  void aJobThatWasGivenAnotherWindowIsSearchedFor() {
    var later = window(7, 4, 1, 1);
    assertThat(movesOf(JOB, LATE, "n1 ##..")).isEmpty();

    assertThat(movesOf(RICH, later, "n1 ##..")).containsExactly(move(RICH, later, AT_ONCE));
  }

  @Test
  void aJobIsSearchedForWhereFreedTimeLeavesRoomForIt() {
    var job = job(1).volume(4).priceLimit(1000).build();
    assertThat(movesOf(job, LATE, "n1 ###..")).isEmpty();

    assertThat(movesOf(RICH, LATE, "n1 ##...")).isEmpty();
    assertThat(movesOf(job, LATE, "n1 #....")).containsExactly(move(job, LATE, window(1, 4, 1, 1)));
  }

  @Test
  void freedTimeThatWasSearchedInVainIsForgotten() {
    assertThat(movesOf(JOB, LATE, "n1 ##..")).isEmpty();
    assertThat(movesOf(JOB, LATE, "n1 ....")).isEmpty(); // its price is too high

    assertThat(movesOf(RICH, LATE, "n1 ....")).isEmpty();
    assertThat(movesOf(RICH, LATE, "n1 ....."))
        .containsExactly(move(RICH, LATE, window(0, 4, 1, 1)));
  }

  @Test
  void freedTimeIsSearchedWhereThePreviousTimeWasTakenAgain() {
    assertThat(movesOf(JOB, LATE, "n1 ##..")).isEmpty();
    assertThat(movesOf(JOB, LATE, "n1 ....")).isEmpty();
    assertThat(movesOf(RICH, LATE, "n1 ..##")).isEmpty();

    assertThat(movesOf(RICH, LATE, "n1 ...."))
        .containsExactly(move(RICH, LATE, window(0, 4, 1, 1)));
  }

  @Test
  void aJobThatWasNotPromisedMeanwhileIsSearchedFor() {
    assertThat(movesOf(JOB, LATE, "n1 ##..")).isEmpty();
    assertThat(replanning.replan(snapshot(20, table("n1 ##..")))).isEmpty();

    assertThat(movesOf(RICH, LATE, "n1 ##..")).containsExactly(move(RICH, LATE, AT_ONCE));
  }

  @Test
  void allJobsAreSearchedForAfterTheHorizonEndsEarlier() {
    assertThat(movesOf(JOB, LATE, "n1 ##..")).isEmpty();

    assertThat(replanning.replan(snapshot(21, table("n1 ##.."), promised(RICH, LATE)))).isEmpty();
    assertThat(replanning.replan(snapshot(20, table("n1 ##.."), promised(RICH, LATE))))
        .containsExactly(move(RICH, LATE, AT_ONCE));
  }

  @Test
  void allJobsAreSearchedForWhereANodeHasTwoPrices() {
    assertThat(movesOf(JOB, LATE, "n1 ##..")).isEmpty();

    assertThat(movesOf(RICH, LATE, "n1 ##..", "n2 $2 ##..", "n2 $3 ####.."))
        .containsExactly(move(RICH, LATE, AT_ONCE));
  }

  @Test
  void allJobsAreSearchedForDuringAndAfterAReplanningWithoutATable() {
    assertThat(movesOf(JOB, LATE, "n1 ##..")).isEmpty();
    var distant = new CountedSlots(table("n1 ##.."), new AtomicInteger());

    assertThat(replanning.replan(snapshot(20, distant, promised(RICH, LATE))))
        .containsExactly(move(RICH, LATE, AT_ONCE));
    assertThat(movesOf(RICH, LATE, "n1 ##..")).containsExactly(move(RICH, LATE, AT_ONCE));
  }

  @Test
  void aJobMovesWhereTimeWasFreedBesideItsOwn() {
    var job = job(1).volume(4).build();

    assertThat(replanning.replan(snapshot(20, plain("n1 #####"), promised(job, LATE)))).isEmpty();
    assertThat(replanning.replan(snapshot(20, plain("n1 ####.."), promised(job, LATE))))
        .containsExactly(move(job, LATE, window(4, 4, 1, 1)));
  }

  @Test
  void aJobMovesWhereANodeHasBecomeCheaper() {
    var poor = job(1).volume(2).limit(3).build();
    var own = window(4, 2, 1, 1);

    assertThat(replanning.replan(snapshot(20, plain("n2 $2 ...."), promised(poor, own)))).isEmpty();
    assertThat(replanning.replan(snapshot(20, plain("n2 $1 ...."), promised(poor, own))))
        .containsExactly(move(poor, own, window(0, 2, 1, 2)));
  }

  /** Returns the moves of one promised job, with the slots of a picture and of node 9. */
  private List<Move> movesOf(Job job, Window window, String... rows) {
    return replanning.replan(snapshot(20, table(rows), promised(job, window)));
  }

  private static SlotTable table(String... rows) {
    var all = new ArrayList<>(slots(rows));
    all.addAll(slots("n9 $9 ..........."));
    return new SlotTable(all);
  }

  private static SlotTable plain(String... rows) {
    return new SlotTable(slots(rows));
  }

  private static ReplanSnapshot snapshot(long endUnit, SlotView slots, Promised... promised) {
    var horizon = new Span(0, endUnit * Ticks.PER_UNIT);
    return new ReplanSnapshot(0, horizon, Ticks.PER_UNIT, List.of(promised), slots);
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

  private static Move move(Job job, Window from, Window to) {
    return new Move(job, from, to);
  }
}
