package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Slot;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.resource.owner.NodeBook;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.FleetNode;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.WeekTimes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Vacant time in the state, compared with owners that receive every booking and return. */
final class VacancyTest {
  private static final Instant ORIGIN = Instant.parse("2026-01-07T13:20:00Z");
  private static final long UNTIL = Duration.ofHours(30).toMillis();
  private static final int NODES = 3;
  private final Fleet fleet =
      new Fleet(
          List.of(
              new FleetNode("d-0", "d", 1, 10, List.of()),
              new FleetNode("d-1", "d", 1, 20, List.of()),
              new FleetNode("d-2", "d", 2, 30, List.of())));
  private BookState state = BookState.EMPTY;

  private void write(BookEvent event) {
    state = state.after(new Recorded(state.seq() + 1, ORIGIN, "t", "", event));
  }

  private List<NodeBook> owners() {
    var owners = new ArrayList<NodeBook>();
    for (var node : fleet.numbered()) {
      var owner = new NodeBook(node, new OwnersPricing(state, fleet));
      owner.open(UNTIL, List.of(), 0);
      owners.add(owner);
    }
    return owners;
  }

  private static BookEvent claim(long number, Window window, List<String> nodes) {
    return new BookEvent.ClaimMade(
        "l" + number,
        number,
        ClaimRecord.Kind.LOCAL,
        "u",
        "",
        "n",
        window,
        nodes,
        Optional.empty(),
        0,
        Optional.empty(),
        "");
  }

  private static NodePolicy policy(String node, Random random) {
    var night = new WeekTimes(List.of(), random.nextInt(1440), random.nextInt(1440));
    return new NodePolicy(
        node,
        7,
        List.of(new NodePolicy.Tariff(night, 3)),
        random.nextInt(3) * 600_000L,
        random.nextInt(6) > 0,
        random.nextBoolean()
            ? List.of()
            : List.of(new WeekTimes(List.of(), random.nextInt(1440), random.nextInt(1440))));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void theBookSaysWhatTheOwnersOffer(long seed) {
    var random = new Random(seed);
    write(new BookEvent.Founded(ORIGIN));
    for (int node = 0; node < NODES; node++) {
      if (random.nextBoolean()) {
        write(new BookEvent.PolicySet(policy("d-" + node, random)));
      }
    }
    if (random.nextInt(3) == 0) {
      write(new BookEvent.SalesStopped(List.of("d-1"), Optional.empty()));
    }
    var owners = owners();
    var taken = new TreeMap<Long, Integer>();
    for (long step = 0; step < 120; step++) {
      int node = random.nextInt(NODES);
      var span = Span.of(random.nextInt((int) UNTIL / 2), 1 + random.nextInt((int) UNTIL / 20));
      var whole = new Span(0, UNTIL);
      if (random.nextInt(3) > 0) {
        var window = new Window(List.of(new Part(node, span, 0, 0, 0)));
        boolean free = Vacancy.of(state, fleet, whole).isFree(window);
        var refusal = owners.get(node).rebook(new JobId(1, step), span, 0, 0);
        assertThat(refusal.isEmpty()).isEqualTo(free);
        if (free) {
          write(claim(step, window, List.of("d-" + node)));
          taken.put(step, node);
        }
      } else if (!taken.isEmpty()) {
        long first = taken.firstKey();
        owners.get(taken.remove(first)).end(new JobId(1, first), 0);
        write(new BookEvent.ClaimEnded("l" + first, ClaimRecord.State.RELEASED, List.of()));
      }
      var offered = new ArrayList<Slot>();
      owners.forEach(owner -> offered.addAll(owner.offer(whole, 0)));
      var pricing = new OwnersPricing(state, fleet);
      var seen = Vacancy.of(state, fleet, whole).table(pricing, whole, 0).slots();
      assertThat(seen).containsExactlyInAnyOrderElementsOf(offered);
    }
  }
}
