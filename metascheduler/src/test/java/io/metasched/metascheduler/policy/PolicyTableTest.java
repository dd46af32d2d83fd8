package io.metasched.metascheduler.policy;

import static io.metasched.metascheduler.fixture.CycleFixture.cycle;
import static io.metasched.metascheduler.fixture.CycleFixture.outcomes;
import static io.metasched.metascheduler.fixture.CycleFixture.policy;
import static io.metasched.metascheduler.fixture.JobFixture.job;
import static io.metasched.metascheduler.fixture.SlotPicture.slots;
import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.cycle.CycleSnapshot;
import io.metasched.resource.model.Criterion;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Comparison of the policies: the outcome of each job of one cycle under each policy.
 *
 * <p>Job 2 needs all nodes, for which only the time from 6 on will do. Job 3 can pass it at the
 * start of n2; job 5 is twice as fast on n3, at three times the price. There are no four nodes for
 * job 4.
 *
 * <ul>
 *   <li>css: all alternatives start as early as they can; the VO, which wants little processor
 *       time, puts job 3 on the fast node, later than it could start.
 *   <li>batch-slicer: job 1 gets its cheapest window, 6 to 10 on the slow nodes, and job 2 is left
 *       without one. With k = 1 the jobs' alternatives compete in rounds; with k = 5 each job takes
 *       what suits the VO before the next one looks.
 *   <li>bsf: job 1 as in the batch-slicer, the others at their earliest start, the cheapest of it.
 *   <li>backfilling: earliest starts in queue order; job 3 passes job 2.
 *   <li>late-binding: the same, but what begins later than {@code ahead} is not booked yet.
 *   <li>fcfs: job 3 may not pass job 2, and no job passes job 4.
 *   <li>random: css alternatives, of which the seed takes one.
 * </ul>
 */
final class PolicyTableTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          css          |       | 1@0 n1+n3, 2@6 n1+n2+n3, 3@8 n3, 4 waits, 5@2 n3
          batch-slicer | k 1   | 1@6 n1+n2, 2 waits,      3@8 n3, 4 waits, 5@0 n3
          batch-slicer | k 5   | 1@6 n1+n2, 2 waits,      3@0 n3, 4 waits, 5@1 n3
          bsf          | n 1   | 1@6 n1+n2, 2 waits,      3@0 n1, 4 waits, 5@0 n3
          backfilling  |       | 1@0 n1+n3, 2@6 n1+n2+n3, 3@0 n2, 4 waits, 5@2 n3
          late-binding | ahead 8 | 1@0 n1+n3, 2@6 n1+n2+n3, 3@0 n2, 4 waits, 5@2 n3
          late-binding | ahead 2 | 1@0 n1+n3, 2 waits, 3@0 n2, 4 waits, 5@2 n3
          fcfs         |       | 1@0 n1+n3, 2@6 n1+n2+n3, 3@8 n3, 4 waits, 5 waits
          random       |       | 1@0 n1+n3, 2@6 n1+n2+n3, 3@0 n2, 4 waits, 5@9 n3
          """)
  void eachPolicyHasItsOwnOutcomeForTheJobs(String name, String option, String expected) {
    var options = option == null ? new String[0] : option.split(" ", 2);

    var plan = policy(name, options).plan(scenario());

    assertThat(outcomes(plan)).isEqualTo(expected.replaceAll(" +", " "));
  }

  private static CycleSnapshot scenario() {
    return cycle(
        slots(
            "n1 ....##......", //
            "n2 ..##........",
            "n3 x2 $3 ............"),
        job(1).nodes(2).volume(4).wants(Criterion.COST).build(),
        job(2).nodes(3).volume(4).wants(Criterion.FINISH).build(),
        job(3).nodes(1).volume(2).wants(Criterion.START).build(),
        job(4).nodes(4).volume(1).wants(Criterion.START).build(),
        job(5).nodes(1).volume(4).wants(Criterion.RUNTIME).build());
  }
}
