package io.metasched.service.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookJson;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.run.Silence;
import io.metasched.service.run.Silence.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Nodes that sell no time, each with the reason and the time since which it applies. */
final class UnsoldNodesTest {
  private static final Instant BEFORE = Instant.parse("2026-01-07T10:31:00Z");
  private final SmallBook book = new SmallBook();

  private void silence(Map<String, Silence> silent) {
    book.write(BookEvent.SalesStopped.of(new TreeMap<>(silent)));
  }

  private List<String> sentences() {
    return UnsoldNodes.sentences(UnsoldNodes.of(book.state(), book.fleet));
  }

  @Test
  void aNodeWithoutAgentIsNotIdleAndSaysSinceWhen() {
    silence(Map.of("d-1", new Silence(Cause.NO_AGENT, BEFORE)));

    var silence = Optional.ofNullable(book.state().market().silent().get("d-1"));
    assertThat(NodeOccupancy.of(NodeOccupancy.of(book.state()), "d-1").state(false, silence))
        .isEqualTo("no agent");
    assertThat(sentences())
        .containsExactly("d-1 sells nothing: the agent has been silent since 2026-01-07T10:31:00Z");
  }

  @Test
  void nodesWithOneReasonAreInOneSentence() {
    var silent = new Silence(Cause.NO_AGENT, BEFORE);
    silence(Map.of("d-0", silent, "d-1", silent, "d-2", new Silence(Cause.CLOCK_OFF, BEFORE)));

    assertThat(sentences())
        .containsExactly(
            "d-0, d-1 sell nothing: the agent has been silent since 2026-01-07T10:31:00Z",
            "d-2 sells nothing: the agent's clock has been wrong since 2026-01-07T10:31:00Z");
  }

  @Test
  void theWillOfTheOwnerGoesBeforeWhatIsKnownOfTheMachine() {
    silence(Map.of("d-0", new Silence(Cause.NO_AGENT, BEFORE)));
    book.write(new BookEvent.NodeDrained("d-0", DrainMode.SELL_NOTHING, "new disk"));
    book.write(new BookEvent.PolicySet(new NodePolicy("d-1", 10, List.of(), 0, false, List.of())));
    book.write(new BookEvent.PolicySet(NodePolicy.simple("d-2", 10)));

    assertThat(sentences())
        .containsExactly(
            "d-0 sells nothing: drained: new disk",
            "d-1 sells nothing: its owner sells none of its time");
  }

  @Test
  void aNodeStaysSilentSinceItsFirstEventAndIsForgottenOnceItSells() {
    silence(Map.of("d-0", new Silence(Cause.NO_AGENT, BEFORE)));
    var later = BEFORE.plus(Duration.ofHours(1));
    var both = new Silence(Cause.NO_AGENT, later);

    silence(Map.of("d-0", both, "d-1", both));
    assertThat(book.state().market().silent())
        .containsEntry("d-0", new Silence(Cause.NO_AGENT, BEFORE))
        .containsEntry("d-1", both);
    silence(Map.of("d-0", new Silence(Cause.CLOCK_OFF, later)));
    assertThat(book.state().market().silent())
        .containsOnly(Map.entry("d-0", new Silence(Cause.CLOCK_OFF, later)));
    silence(Map.of());
    assertThat(book.state().market().silent()).isEmpty();
  }

  @Test
  void aBookOfAnOldVersionIsReadWithTheTimeOfItsEvent() {
    var old = "{\"event\":\"sales-stopped\",\"nodes\":[\"d-1\"]}";

    book.write(BookJson.read(old, BookEvent.class));

    assertThat(book.state().market().silent())
        .containsOnly(Map.entry("d-1", new Silence(Cause.NO_AGENT, SmallBook.NOW)));
    var event = BookEvent.SalesStopped.of(book.state().market().silent());
    assertThat(BookJson.read(BookJson.write(event), BookEvent.class)).isEqualTo(event);
  }

  @Test
  void fourNodesAreNamedAndTheOthersCounted() {
    var unsold = new TreeMap<String, Reason>();
    for (var node : List.of("a", "b", "c", "d")) {
      unsold.put(node, new Reason("drained", "drained: x"));
    }
    assertThat(UnsoldNodes.sentences(unsold))
        .containsExactly("a, b, c, d sell nothing: drained: x");

    unsold.put("e", new Reason("drained", "drained: x"));

    assertThat(UnsoldNodes.sentences(unsold))
        .containsExactly("a, b, c, d and 1 more sell nothing: drained: x");
  }

  private String state(String node, boolean isDrained) {
    return NodeOccupancy.of(NodeOccupancy.of(book.state()), node)
        .state(isDrained, Optional.empty());
  }

  @Test
  void aNodeIsRunningDrainingOrIdleByItsBookings() {
    book.submit("j", SmallBook.spec("{'work':{'duration':'PT1M'}}"));
    book.book("j", "d-0", 0, 1);
    assertThat(state("d-0", false)).isEqualTo("idle");

    book.write(new BookEvent.JobStarting("j", 1));
    book.write(new BookEvent.PartStarted("j", 1, 0, SmallBook.NOW));

    assertThat(state("d-0", false)).isEqualTo("running");
    assertThat(state("d-1", false)).isEqualTo("idle");
    assertThat(state("d-0", true)).isEqualTo("draining");
    assertThat(state("d-1", true)).isEqualTo("drained");
    assertThat(NodeOccupancy.of(book.state()))
        .containsOnly(Map.entry("d-0", new NodeOccupancy(1, Optional.of("j"))));
  }
}
