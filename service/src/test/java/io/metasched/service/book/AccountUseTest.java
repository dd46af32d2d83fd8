package io.metasched.service.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.metascheduler.queue.RecentUse;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Use of accounts in the book, compared with the sum over the ends of jobs. */
final class AccountUseTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4})
  void theBookKeepsTheUseOfEachAccount(long seed) {
    var drawn = new RandomHistory(seed);
    var naive = new TreeMap<String, RecentUse>();
    for (int step = 0; step < 3000; step++) {
      var before = drawn.state();
      var next = drawn.next();
      if (next.isPresent()
          && next.get().event() instanceof BookEvent.JobEnded ended
          && before.rules().flatMap(SchedulerRules::queue).isPresent()) {
        long sum = ended.chargedMilli().stream().mapToLong(Long::longValue).sum();
        var account = before.job(ended.id()).orElseThrow().spec().account();
        long tick = before.ticks().at(next.get().at());
        var halfLife = before.rules().get().queue().get().halfLife();
        if (sum > 0) {
          naive.merge(
              account,
              new RecentUse(sum, tick),
              (old, more) -> new RecentUse(old.at(tick, halfLife) + sum, tick));
        }
      }
    }

    var kept = new TreeMap<String, RecentUse>();
    for (var each : drawn.state().accounts().entries()) {
      each.value().used().ifPresent(use -> kept.put(each.key(), use));
    }
    assertThat(kept).isEqualTo(naive);
  }
}
