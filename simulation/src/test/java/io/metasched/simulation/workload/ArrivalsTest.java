package io.metasched.simulation.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.simulation.workload.trace.Precedence;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Arrivals of jobs that wait for other jobs. */
final class ArrivalsTest {
  private static final long NEVER = Long.MAX_VALUE;

  private record Job(long id, long submitTick, Precedence precedence) implements Arriving {}

  @Test
  void aJobFollowsTheLastOfItsPrecedingJobs() {
    var arrivals = new Arrivals(List.of(job(1, 0), job(2, 0), job(3, 5, 20, 1L, 2L), job(4, 7)));

    assertThat(taken(arrivals, 0)).containsExactly(0, 1);
    arrivals.ended(1, 50);
    arrivals.ended(1, 60);
    assertThat(arrivals.nextTick(NEVER)).isEqualTo(7);
    assertThat(taken(arrivals, 7)).containsExactly(3);
    assertThat(arrivals.nextTick(NEVER)).isEqualTo(NEVER);
    arrivals.ended(2, 30);

    assertThat(arrivals.nextTick(NEVER)).isEqualTo(70);
    assertThat(taken(arrivals, 70)).containsExactly(2);
    assertThat(arrivals.submitted(2)).isEqualTo(70);
    assertThat(arrivals.logged(2)).isEqualTo(5);
    assertThat(arrivals.logged(3)).isEqualTo(-1);
    assertThat(arrivals.taken()).isEqualTo(4);
  }

  @Test
  void aJobIsNotSubmittedBeforeItsOwnTime() {
    var arrivals = new Arrivals(List.of(job(1, 0), job(2, 500, 20, 1L)));
    taken(arrivals, 0);

    arrivals.ended(1, 100);

    assertThat(arrivals.nextTick(NEVER)).isEqualTo(500);
    assertThat(taken(arrivals, 500)).containsExactly(1);
  }

  @Test
  void jobsOfOneTickComeInTheOrderOfTheirIndexes() {
    var arrivals =
        new Arrivals(List.of(job(9, 0), job(2, 1, 0, 9L), job(7, 1, 0, 9L), job(1, 4), job(5, 4)));
    taken(arrivals, 0);

    arrivals.ended(9, 4);

    assertThat(taken(arrivals, 4)).containsExactly(1, 2, 3, 4);
  }

  private static Job job(long id, long submit) {
    return new Job(id, submit, Precedence.NONE);
  }

  private static Job job(long id, long submit, long think, Long... preceding) {
    return new Job(id, submit, new Precedence(List.of(preceding), think));
  }

  private static List<Integer> taken(Arrivals arrivals, long now) {
    var taken = new ArrayList<Integer>();
    for (int job = arrivals.take(now); job >= 0; job = arrivals.take(now)) {
      taken.add(job);
    }
    return taken;
  }
}
