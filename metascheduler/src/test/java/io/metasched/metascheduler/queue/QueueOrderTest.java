package io.metasched.metascheduler.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.queue.QueueOrder.Waiting;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Orders of waiting jobs, by examples and compared with a search for each next job. */
final class QueueOrderTest {
  private static final List<Waiting> JOBS =
      List.of(
          new Waiting(1, 0, 0, 10),
          new Waiting(2, 0, 5, 10),
          new Waiting(3, 1, 0, 10),
          new Waiting(4, 1, 5, 10),
          new Waiting(5, 1, -1, 10));

  private static List<Long> numbers(List<Waiting> jobs) {
    return jobs.stream().map(Waiting::number).toList();
  }

  @Test
  void eachOrderHasItsOwnRule() {
    assertThat(numbers(QueueOrder.FIFO.sorted(JOBS, user -> 0)))
        .containsExactly(1L, 2L, 3L, 4L, 5L);
    assertThat(numbers(QueueOrder.PRIORITY.sorted(JOBS, user -> 0)))
        .containsExactly(2L, 4L, 1L, 3L, 5L);
    assertThat(numbers(QueueOrder.FAIR_SHARE.sorted(JOBS, user -> 0)))
        .containsExactly(2L, 4L, 1L, 3L, 5L);
    assertThat(numbers(QueueOrder.FAIR_SHARE.sorted(JOBS, user -> user == 0 ? 15 : 0)))
        .containsExactly(4L, 3L, 2L, 5L, 1L);
    assertThat(QueueOrder.FAIR_SHARE.label()).isEqualTo("fair-share");
  }

  @Test
  void hugeCostsHaveAnOrder() {
    var jobs = new ArrayList<Waiting>();
    for (int number = 0; number < 6; number++) {
      jobs.add(new Waiting(number, number % 2, 0, Long.MAX_VALUE));
    }

    var sorted = QueueOrder.FAIR_SHARE.sorted(jobs, user -> Long.MAX_VALUE - user);

    assertThat(numbers(sorted)).containsExactly(1L, 0L, 2L, 4L, 3L, 5L);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void fairShareAlwaysTakesTheUserWithTheLeastUse(long seed) {
    var random = new Random(seed);
    var jobs = new ArrayList<Waiting>();
    for (int number = 0; number < 200; number++) {
      jobs.add(new Waiting(number, random.nextInt(7), random.nextInt(3), 1 + random.nextInt(1000)));
    }
    var used = new long[7];
    for (int user = 0; user < 7; user++) {
      used[user] = random.nextInt(5000);
    }
    var sorted = QueueOrder.FAIR_SHARE.sorted(jobs, user -> used[user]);

    var left = new ArrayList<>(jobs);
    for (var job : sorted) {
      for (var other : left) {
        boolean isOwn = other.user() == job.user();
        assertThat(
                isOwn
                    ? other.priority() < job.priority()
                        || (other.priority() == job.priority() && other.number() >= job.number())
                    : used[other.user()] > used[job.user()]
                        || (used[other.user()] == used[job.user()] && other.user() > job.user()))
            .isTrue();
      }
      left.remove(job);
      used[job.user()] += job.costMilli();
    }
    assertThat(left).isEmpty();
  }
}
