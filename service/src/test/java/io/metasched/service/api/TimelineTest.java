package io.metasched.service.api;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.RandomHistory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Incremental timeline, compared with a timeline computed from all jobs. */
final class TimelineTest {
  private static final Instant ORIGIN = Instant.parse("2026-01-01T00:00:00Z");

  @Test
  void itHasWhatTheWholeBookHas() {
    int seen = 0;
    for (int seed = 0; seed < 60; seed++) {
      var random = new Random(seed);
      var history = new RandomHistory(seed);
      var timeline = new Timeline();
      for (int look = 0; look < 30; look++) {
        for (int event = random.nextInt(60); event > 0; event--) {
          history.next();
        }
        var wanted = wanted(random);
        var from = ORIGIN.plusMillis(random.nextInt(-1000, 9000));
        var to = from.plusMillis(random.nextInt(1, 6000));

        int most = random.nextInt(3) == 0 ? random.nextInt(1, 5) : 1000;
        var bars = timeline.bars(history.state(), wanted, from, to, most);

        var all = naive(history.state(), wanted, from, to);
        assertThat(bars).isEqualTo(all.stream().limit(most).toList());
        seen += bars.size();
      }
    }
    assertThat(seen).isGreaterThan(1000);
  }

  private static Optional<Set<String>> wanted(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> Optional.empty();
      case 1 -> Optional.of(Set.of("north-" + random.nextInt(4)));
      default -> Optional.of(Set.of("north-0", "north-2", "gone"));
    };
  }

  private static List<Timeline.Bar> naive(
      BookState state, Optional<Set<String>> wanted, Instant from, Instant to) {
    var bars = new ArrayList<Timeline.Bar>();
    for (var each : state.jobs().below(null)) {
      var job = each.value();
      boolean isOver = job.times().ended().filter(end -> end.isBefore(from)).isPresent();
      for (int i = 0; i < job.parts().size() && !isOver; i++) {
        var bar = bar(state, job, i);
        boolean isWanted = wanted.isEmpty() || wanted.get().contains(job.parts().get(i).node());
        if (isWanted && bar.end().isAfter(from) && bar.start().isBefore(to)) {
          bars.add(bar);
        }
      }
    }
    return bars;
  }

  private static Timeline.Bar bar(BookState state, JobRecord job, int number) {
    var part = job.parts().get(number);
    var span = part.booked().span();
    var start = part.started().orElse(state.ticks().instant(span.start()));
    var end = part.ended().orElse(state.ticks().instant(span.end()));
    return new Timeline.Bar(job, number, start, end);
  }
}
