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
 * <p>Job 2 needs all nodes, which are vacant together from 6 on only. Job 3 can pass it at the
 * start of n2. Job 5 is twice as fast on n3, at three times the price. Job 4 needs four nodes,
 * which do not exist.
 *
 * <ul>
 *   <li>css: all alternatives start as early as possible; the VO, which minimizes processor time,
 *       puts job 3 on the fast node, later than it could start.
 *   <li>batch-slicer: job 1 gets its cheapest window, 6 to 10 on the slow nodes, and job 2 gets
 *       none. With k = 1, the jobs' alternatives compete in rounds; with k = 5, each job takes the
 *       best one for the VO before the next job is searched.
 *   <li>bsf: job 1 as under batch-slicer, the others at their earliest start, in its cheapest
 *       window.
 *   <li>backfilling: earliest starts in queue order; job 3 passes job 2.
 *   <li>late-binding: as backfilling, but windows that begin later than {@code ahead} are not
 *       booked yet.
 *   <li>fcfs: job 3 may not pass job 2, and no job passes job 4.
 *   <li>random: css alternatives, one of which the seed selects.
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
