package io.metasched.service.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.Recorded;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cache of recent events, compared with a list of all events. */
final class RecentEventsTest {
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void theLastAreFoundByNumberAndNoOthers(long seed) {
    var random = new Random(seed);
    int most = 1 + random.nextInt(20);
    long mostChars = 20L + random.nextInt(300);
    var recent = new RecentEvents(most, mostChars);
    assertThat(recent.after(0, 5)).isEmpty();
    var all = new ArrayList<Recorded>();
    var sizes = new ArrayList<Integer>();
    long seq = random.nextInt(100);
    for (int step = 0; step < 200; step++) {
      var more = new ArrayList<Recorded>();
      var bodies = new ArrayList<String>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        more.add(
            new Recorded(++seq, Instant.EPOCH, "t", "", new BookEvent.NodeResumed("n-" + seq)));
        bodies.add("x".repeat(random.nextInt(60)));
      }
      all.addAll(more);
      bodies.forEach(body -> sizes.add(body.length()));
      recent.add(more, bodies);

      long after = seq - random.nextInt(30) + 3;
      int limit = 1 + random.nextInt(6);
      int kept = 1;
      int chars = sizes.get(all.size() - 1);
      while (kept < Math.min(most, all.size())) {
        chars += sizes.get(all.size() - 1 - kept);
        if (chars > mostChars) {
          break;
        }
        kept++;
      }
      long oldest = all.get(all.size() - kept).seq();
      var found = recent.after(after, limit);

      assertThat(found.isPresent()).isEqualTo(oldest <= after + 1);
      var wanted = all.stream().filter(each -> each.seq() > after).limit(limit).toList();
      found.ifPresent(events -> assertThat(events).isEqualTo(wanted));
    }
  }
}
