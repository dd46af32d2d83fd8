package io.metasched.service.agent.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Log lines of agents: one line for each change of an agent's state. */
final class AgentLogTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final Optional<ClockOffset> GOOD = clock(3);

  private final List<String> lines = new ArrayList<>();
  private final AgentLog log =
      new AgentLog(
          Duration.ofSeconds(10),
          Map.of("north", List.of("north-1", "north-2"), "south", List.of("south-1")),
          NOON,
          line -> lines.add("WARN " + line),
          line -> lines.add("INFO " + line));

  private static Optional<ClockOffset> clock(long millis) {
    return Optional.of(new ClockOffset(Duration.ofMillis(-millis), Duration.ofMillis(2)));
  }

  private static AgentTitle title(int nodes) {
    var offered = new ArrayList<OfferedNode>();
    for (int i = 1; i <= nodes; i++) {
      offered.add(new OfferedNode("north-" + i, 1, 10, List.of()));
    }
    return new AgentTitle("a", "north", offered, "none", List.of());
  }

  private void look(int nodes, long beat, Optional<ClockOffset> offset, long now) {
    log.look(title(nodes), NOON.plusSeconds(beat), offset, NOON.plusSeconds(now));
  }

  @Test
  void anAgentThatFallsSilentAndComesBackIsTwoLines() {
    for (int second = 0; second < 60; second++) {
      look(2, second < 20 ? second : second < 50 ? 20 : second, GOOD, second);
    }

    assertThat(lines)
        .containsExactly(
            "INFO Agent of north (a): offers north-1, north-2",
            "WARN Agent of north (a): no heartbeat since 2026-12-01T12:00:20Z; not sold: north-1,"
                + " north-2",
            "INFO Agent of north (a): heartbeats resumed after 30 s");
  }

  @Test
  void aClockThatIsOffIsALineAndSoIsItsEnd() {
    look(5, 0, Optional.empty(), 0);
    look(5, 1, clock(300), 1);
    look(5, 2, clock(310), 2);
    look(5, 3, Optional.empty(), 3); // restarted
    look(5, 4, GOOD, 4);
    look(5, 5, clock(-5000), 5);

    assertThat(lines)
        .containsExactly(
            "INFO Agent of north (a): offers north-1, north-2, north-3, north-4 and 1 more",
            "WARN Agent of north (a): its clock is off by 300 ms",
            "INFO Agent of north (a): its clock is right again",
            "WARN Agent of north (a): its clock is off by -5000 ms; not sold: north-1, north-2,"
                + " north-3, north-4 and 1 more");
  }

  @Test
  void aClockThatBeginsToStopSalesIsALineAndSoIsTheEndOfThat() {
    look(2, 0, GOOD, 0);
    for (int second = 1; second <= 8; second++) {
      look(2, second, clock(300L * second), second); // from second 4 on, it sells no time
    }
    look(2, 9, Optional.empty(), 9); // restarted
    look(2, 10, clock(900), 10);
    look(2, 11, GOOD, 11);

    assertThat(lines)
        .containsExactly(
            "INFO Agent of north (a): offers north-1, north-2",
            "WARN Agent of north (a): its clock is off by 300 ms",
            "WARN Agent of north (a): its clock is off by 1200 ms; not sold: north-1, north-2",
            "WARN Agent of north (a): its clock is off by 900 ms; sold again: north-1, north-2",
            "INFO Agent of north (a): its clock is right again");
  }

  @Test
  void nodesThatNoAgentOffersAreALineForEachDomain() {
    for (int second = 0; second < 60; second++) {
      log.lookForAwaited(List.of("north-1"), NOON.plusSeconds(second));
    }

    assertThat(lines)
        .containsExactly(
            "WARN Agent of north: no heartbeat since the start; not sold: north-2",
            "WARN Agent of south: no heartbeat since the start; not sold: south-1");
  }
}
