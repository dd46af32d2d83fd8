package io.metasched.service.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Fake runs with scripted behavior, in a window from second 10 to second 20. */
final class FakeExecutorTest {
  private static final RunId RUN = new RunId("a", 1, 0);
  private final GivenClock clock = new GivenClock(Instant.EPOCH);
  private final Map<RunId, FakeRun> behavior = new TreeMap<>();
  private final FakeExecutor executor =
      new FakeExecutor(clock, spec -> behavior.getOrDefault(spec.id(), FakeRun.instant()));
  private final List<RunFact> facts = new ArrayList<>();

  FakeExecutorTest() {
    executor.listen(facts::add);
  }

  static RunSpec spec(RunId id, String command) {
    return new RunSpec(
        id,
        "n",
        List.of(command),
        new TreeMap<>(),
        List.of(),
        second(10),
        second(20),
        Duration.ZERO,
        Optional.empty(),
        RunLimits.NONE,
        "a",
        Optional.empty());
  }

  private static Instant second(long second) {
    return Instant.EPOCH.plusSeconds(second);
  }

  private static <T> T get(CompletionStage<T> stage) {
    return stage.toCompletableFuture().join();
  }

  private void at(long second) {
    clock.now = second(second);
    executor.advance();
  }

  private void started(FakeRun fake) {
    behavior.put(RUN, fake);
    get(executor.prepare(spec(RUN, "x")));
    get(executor.start(RUN, second(0)));
    at(10);
  }

  @Test
  void aRunStartsInItsWindowAndEndsWhenItsTimeIsOver() {
    started(FakeRun.of(Duration.ofSeconds(3), 7));

    assertThat(facts).containsExactly(new RunFact.Ready(RUN), new RunFact.Started(RUN, second(10)));
    assertThat(executor.startedInAll()).isEqualTo(1);
    at(12);
    assertThat(facts).hasSize(2);
    at(13);
    assertThat(facts.get(2)).isEqualTo(new RunFact.Ended(RUN, 7, EndCause.EXITED, second(13)));
    at(99);
    assertThat(facts).hasSize(3);
    assertThat(get(executor.runs())).isEqualTo(facts);
  }

  @Test
  void aRunIsReadyAfterItsTimeAndStartsNoEarlierThanItIsTo() {
    behavior.put(RUN, FakeRun.slow(Duration.ofSeconds(11)));
    get(executor.prepare(spec(RUN, "x")));
    get(executor.start(RUN, second(12)));
    at(10);
    assertThat(facts).isEmpty();
    at(11);
    assertThat(facts).containsExactly(new RunFact.Ready(RUN));
    get(executor.start(RUN, second(11))); // only the first order counts
    assertThat(facts).hasSize(1);
    at(12);
    assertThat(facts.get(1)).isEqualTo(new RunFact.Started(RUN, second(12)));
  }

  @Test
  void aRunEndsAtTheEndOfItsWindow() {
    started(FakeRun.hanging());

    at(19);
    assertThat(facts).hasSize(2);
    at(25);
    assertThat(facts.get(2))
        .isEqualTo(new RunFact.Ended(RUN, 143, EndCause.TIME_LIMIT, second(20)));
  }

  @Test
  void aRunThatTakesAllOfItsWindowEndsByItself() {
    started(FakeRun.of(Duration.ofSeconds(10), 0));

    at(20);

    assertThat(facts.get(2)).isEqualTo(new RunFact.Ended(RUN, 0, EndCause.EXITED, second(20)));
  }

  @Test
  void aRunThatTakesLongerThanItsWindowEndsWithIt() {
    started(FakeRun.of(Duration.ofSeconds(11), 0));

    at(25);

    assertThat(facts.get(2))
        .isEqualTo(new RunFact.Ended(RUN, 143, EndCause.TIME_LIMIT, second(20)));
  }

  @Test
  void aRunIsRefusedWhoseWindowIsOver() {
    get(executor.prepare(spec(RUN, "x")));
    clock.now = second(20);
    get(executor.start(RUN, second(20)));

    assertThat(facts.get(1)).isEqualTo(new RunFact.Refused(RUN, "its window is over"));
    assertThat(executor.startedInAll()).isZero();
  }

  @Test
  void aRunIsRefusedOrLostAsRequested() {
    var impossible = new RunId("b", 1, 0);
    var failing = new RunId("c", 1, 0);
    behavior.put(impossible, FakeRun.impossible("never"));
    behavior.put(failing, FakeRun.failing("not now"));
    get(executor.prepare(spec(impossible, "x")));
    get(executor.prepare(spec(failing, "x")));
    started(FakeRun.vanishing(Duration.ofSeconds(1)));
    at(11);

    assertThat(facts)
        .contains(
            new RunFact.Refused(impossible, "never", true),
            new RunFact.Refused(failing, "not now", false),
            new RunFact.Lost(RUN, second(11)));
  }

  @Test
  void aRunThatIsCancelledEndsIfItObeys() {
    get(executor.prepare(spec(RUN, "x")));
    get(executor.cancel(RUN, "why"));
    assertThat(facts.get(1)).isEqualTo(new RunFact.Refused(RUN, "cancelled before it started"));

    var other = new RunId("b", 1, 0);
    behavior.put(other, FakeRun.hanging());
    get(executor.prepare(spec(other, "x")));
    get(executor.start(other, second(10)));
    at(12);
    get(executor.cancel(other, "why"));
    assertThat(facts.get(facts.size() - 1))
        .isEqualTo(new RunFact.Ended(other, 143, EndCause.CANCELLED, second(12)));
    get(executor.cancel(new RunId("c", 1, 0), "why")); // an unknown run stays unknown
    get(executor.start(new RunId("c", 1, 0), second(12)));
    assertThat(get(executor.runs())).extracting(RunFact::id).doesNotContain(new RunId("c", 1, 0));
  }

  @Test
  void aRunIsPreparedOnceAndNotAsAnother() {
    get(executor.prepare(spec(RUN, "x")));
    get(executor.prepare(spec(RUN, "x")));

    assertThat(facts).containsExactly(new RunFact.Ready(RUN));
    assertThat(executor.prepare(spec(RUN, "y")).toCompletableFuture()).isCompletedExceptionally();
    assertThat(executor.prepare(spec(RUN, "x")).toCompletableFuture())
        .isNotCompletedExceptionally();
  }

  @Test
  void outputIsKeptInPiecesAlsoAfterItsAcknowledgement() {
    var text = "é".repeat(3) + "x".repeat(FakeExecutor.MOST_OUTPUT);
    started(
        new FakeRun(
            Duration.ZERO,
            Optional.empty(),
            false,
            Optional.of(Duration.ofSeconds(5)),
            0,
            true,
            false,
            text));

    var piece = get(executor.output(RUN, OutputStreamName.STDOUT, 2, 4));
    assertThat(new String(piece.bytes(), StandardCharsets.UTF_8)).isEqualTo("éé");
    assertThat(piece.offset()).isEqualTo(2);
    assertThat(piece.total()).isEqualTo(FakeExecutor.MOST_OUTPUT);
    assertThat(piece.truncated()).isTrue();
    assertThat(piece.complete()).isFalse();
    assertThat(piece.lost()).isFalse();
    get(executor.acknowledge(RUN)); // too early
    assertThat(get(executor.runs())).hasSize(2);
    at(15);
    assertThat(get(executor.output(RUN, OutputStreamName.STDOUT, 0, 1)).complete()).isTrue();
    get(executor.acknowledge(RUN));
    assertThat(get(executor.runs())).isEmpty();
    var end = get(executor.output(RUN, OutputStreamName.STDOUT, FakeExecutor.MOST_OUTPUT - 1, 9));
    assertThat(end.bytes()).containsExactly('x');
    assertThat(get(executor.output(RUN, OutputStreamName.STDOUT, 1L << 40, 9)).bytes()).isEmpty();
    assertThat(get(executor.output(RUN, OutputStreamName.STDERR, 0, 9)).total()).isZero();
    assertThat(get(executor.output(RUN, OutputStreamName.STDERR, 0, 9)).truncated()).isFalse();
  }

  @Test
  void aListenerGetsAllFactsAgainUntilItStops() {
    started(FakeRun.hanging());
    var late = new ArrayList<RunFact>();
    Consumer<RunFact> listener = late::add;

    executor.listen(listener);
    assertThat(late).isEqualTo(get(executor.runs())).hasSize(2);
    executor.repeat();
    assertThat(late).hasSize(4);
    executor.unlisten(listener);
    executor.repeat();
    assertThat(late).hasSize(4);
    int before = facts.size();
    executor.close();
    executor.repeat();
    assertThat(facts).hasSize(before);
  }

  @Test
  void nodesAreSilentFromTheRequestedTime() {
    clock.now = second(3);
    executor.silence(List.of("n", "m"));
    assertThat(get(executor.silentNodes()))
        .isEqualTo(
            Map.of(
                "m", new Silence(Silence.Cause.NO_AGENT, second(3)),
                "n", new Silence(Silence.Cause.NO_AGENT, second(3))));

    executor.silence(List.of());

    assertThat(get(executor.silentNodes())).isEmpty();
    assertThat(get(executor.machines(List.of("n")))).isEmpty();
    assertThat(get(executor.signal(RUN, "USR1"))).isNull();
  }
}
