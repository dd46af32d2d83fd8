package io.metasched.metascheduler.cyclic.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.JobId;
import java.util.SplittableRandom;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

final class JobIdRangesTest {
  private final JobIdRanges ranges = new JobIdRanges();

  private static FlowSnapshot.Range range(int vo, long first, long last) {
    return new FlowSnapshot.Range(new JobId(vo, first), last);
  }

  @Test
  void idsThatFollowOneAnotherAreOneRange() {
    for (long number : new long[] {5, 3, 4, 9, 8, 4}) {
      ranges.add(new JobId(1, number));
    }
    ranges.add(new JobId(0, 6));
    ranges.add(new JobId(2, 6));

    assertThat(ranges.ranges())
        .containsExactly(range(0, 6, 6), range(1, 3, 5), range(1, 8, 9), range(2, 6, 6));
    assertThat(ranges.size()).isEqualTo(7);
  }

  @Test
  void aRangeJoinsThoseThatItTouches() {
    ranges.add(range(0, 1, 3));
    ranges.add(range(0, 7, 9));
    ranges.add(range(0, 4, 6));

    assertThat(ranges.ranges()).containsExactly(range(0, 1, 9));
    assertThat(ranges.size()).isEqualTo(9);
    ranges.add(range(0, 4, 6));
    assertThat(ranges.size()).isEqualTo(9);
  }

  @Test
  void isTheSetOfTheIdsThatWereAdded() {
    var random = new SplittableRandom(1);
    var ids = new TreeSet<JobId>();
    for (int step = 0; step < 300; step++) {
      var id = new JobId(random.nextInt(3), random.nextInt(60));
      ids.add(id);
      ranges.add(id);

      var probe = new JobId(random.nextInt(4), random.nextInt(62));
      assertThat(ranges.contains(probe)).isEqualTo(ids.contains(probe));
      assertThat(ranges.size()).isEqualTo(ids.size());
    }
  }
}
