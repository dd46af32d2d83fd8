package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.book.AccountSums;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.Grant;
import io.metasched.service.book.Grant.Period;
import io.metasched.service.book.GrantRecord;
import io.metasched.service.book.JobState;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Granted money in the book, compared with coins of 0.001 that carry the time at which they lapse.
 */
final class GrantedCoinsTest {
  private static final ZoneId ZONE = ZoneId.of("Europe/Berlin");
  private static final LocalDate FROM = LocalDate.parse("2026-01-31");

  private final SmallBook book = new SmallBook(); // 12.000 deposited
  private final List<Instant> balance = new ArrayList<>();
  private final TreeMap<String, List<Instant>> held = new TreeMap<>();
  private final TreeMap<String, Window> windows = new TreeMap<>();
  private Instant now = FROM.atStartOfDay(ZONE).toInstant();
  private int month; // number of the next period

  private Window window(long start, long cost) {
    int node = book.fleet.number("d-0").orElseThrow();
    return new Window(List.of(new Part(node, Span.of(start, 1000), 1, cost, 0)));
  }

  /** Takes the coins that lapse first. */
  private static List<Instant> take(List<Instant> from, long count) {
    Collections.sort(from);
    var first = from.subList(0, (int) count);
    var taken = new ArrayList<>(first);
    first.clear();
    return taken;
  }

  private void book(String id, long cost) {
    book.submit(id, SmallBook.spec("{'work':{'duration':'PT10M'}}"));
    var window = window(1_000_000L * (windows.size() + 1), cost);
    windows.put(id, window);
    book.write(new BookEvent.JobBooked(id, 0, 0, window, List.of("d-0"), true), now);
    held.put(id, take(balance, cost));
  }

  private void move(String id, long cost) {
    var window = window(windows.get(id).start() - 1, cost);
    windows.put(id, window);
    book.write(new BookEvent.JobMoved(id, 0, window, List.of("d-0")), now);
    var coins = held.get(id);
    if (cost > coins.size()) {
      coins.addAll(take(balance, cost - coins.size()));
    } else {
      held.put(id, take(coins, cost));
      balance.addAll(coins);
    }
  }

  private void end(String id, long charged) {
    book.write(
        new BookEvent.JobEnded(id, JobState.WITHDRAWN, "cancelled", "", List.of(charged)), now);
    var coins = held.remove(id);
    take(coins, charged);
    balance.addAll(coins);
  }

  /** Pays periods that have begun; a grant is carried over if its amount is odd. */
  private void pass(long hours, long milli) {
    now = now.plus(Duration.ofHours(hours));
    var at = now;
    balance.removeIf(lapses -> !lapses.isAfter(at));
    while (!FROM.plusMonths(month).atStartOfDay(ZONE).toInstant().isAfter(now)) {
      var next = FROM.plusMonths(month + 1).atStartOfDay(ZONE).toInstant();
      boolean isCarried = milli % 2 == 1;
      if (isCarried || next.isAfter(now)) {
        balance.addAll(Collections.nCopies((int) milli, isCarried ? Instant.MAX : next));
      }
      month++;
    }
    Grants.due(book.state(), now).forEach(event -> book.write(event, now));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void theBookHoldsChargesAndLapsesTheSameCoins(long seed) {
    var random = new Random(seed);
    balance.addAll(Collections.nCopies(12_000, Instant.MAX));
    long milli = 0;
    for (int i = 0; i < 300; i++) {
      if (i % 20 == 0) {
        milli = 100L + random.nextInt(100);
        var grant = new Grant(milli, Period.MONTHLY, ZONE.getId(), FROM, milli % 2 == 1);
        book.write(new BookEvent.GrantSet("a", Optional.of(new GrantRecord(grant, month))));
      }
      var ids = new ArrayList<>(held.keySet());
      var id = ids.isEmpty() ? "" : ids.get(random.nextInt(ids.size()));
      switch (id.isEmpty() ? 0 : random.nextInt(5)) {
        case 0, 1 -> book("j" + i, 1 + random.nextInt(60));
        case 2 -> move(id, 1 + random.nextInt(60));
        case 3 -> end(id, random.nextInt(held.get(id).size() + 1));
        default -> pass(random.nextInt(random.nextInt(10) == 0 ? 3000 : 200), milli);
      }
      check();
    }
  }

  private void check() {
    var account = book.state().account("a").orElseThrow();
    assertThat(account.balanceMilli()).isEqualTo(balance.size());
    assertThat(account.heldMilli()).isEqualTo(held.values().stream().mapToInt(List::size).sum());
    assertThat(account.lapsing().milli()).isEqualTo(lapsing(balance));
    held.forEach(
        (id, coins) ->
            assertThat(book.state().job(id).orElseThrow().money().lapsing().milli())
                .isEqualTo(lapsing(coins)));
    assertThat(AccountSums.of(book.state())).isZero();
  }

  private static Map<Instant, Long> lapsing(List<Instant> coins) {
    var sums = new TreeMap<Instant, Long>();
    coins.forEach(each -> sums.merge(each, 1L, Long::sum));
    sums.remove(Instant.MAX);
    return sums;
  }
}
