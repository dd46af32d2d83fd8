package io.metasched.metascheduler.policy;

import static io.metasched.metascheduler.fixture.CycleFixture.cycle;
import static io.metasched.metascheduler.fixture.CycleFixture.outcomes;
import static io.metasched.metascheduler.fixture.CycleFixture.policy;
import static io.metasched.metascheduler.fixture.CycleFixture.window;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static io.metasched.metascheduler.fixture.SlotPicture.slots;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cycle.ReplanSnapshot;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Move;
import io.metasched.metascheduler.cycle.ReplanSnapshot.Promised;
import io.metasched.metascheduler.model.Job;
import io.metasched.resource.model.Node;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.slots.SlotTable;
import java.util.List;
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
  void aJobThatWouldDelayOneAheadStartsBehindIt() {
    var slots = slots("n1 ........", "n2 #.......");

    var plan = policy("backfilling").plan(cycle(slots, WIDE, NARROW));

    assertThat(outcomes(plan)).isEqualTo("1@1 n1+n2, 2@4 n1");
  }

  @Test
  void jobsMoveForwardInQueueOrderIntoTimeThatComesFree() {
    var first = promised(job(1).volume(2).build(), window(4, 2, 1, 1));
    var second = promised(job(2).volume(2).build(), window(6, 2, 1, 1));

    var moves = replan(slots("n1 .."), first, second);

    // the second job takes the time left by the first: 4 to 6 is then vacant, before its own 6 to 8
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
