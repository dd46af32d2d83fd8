package io.metasched.service.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobState;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.Recorded;
import io.metasched.service.history.HistoryException;
import io.metasched.service.history.HistoryReader;
import io.metasched.service.history.HistoryWriter;
import io.metasched.service.plan.NodeCommands;
import io.metasched.service.run.FakeExecutor;
import io.metasched.service.run.FakeRun;
import io.metasched.service.run.RunningClock;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGeneratorFactory;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Replay of the recorded cycles of a live service; the results must be equal. */
@Tag("service")
final class RecordedHistoryTest {
  private static final int NODES = 4;
  private static final int STEPS = 12;

  private final RunningClock clock = new RunningClock();
  @TempDir private Path folder;

  private FakeExecutor executor() {
    return new FakeExecutor(
        clock,
        spec ->
            switch (spec.command().get(0)) {
              case "exit-3" -> FakeRun.of(Duration.ofMillis(20), 3);
              case "slow" -> FakeRun.of(Duration.ofMillis(1500), 0);
              case "hang" -> FakeRun.hanging();
              case "refuse" -> FakeRun.failing("no room");
              case "half-refuse" ->
                  spec.id().part() == 1 ? FakeRun.failing("no room") : FakeRun.instant();
              default -> FakeRun.vanishing(Duration.ofMillis(20));
            });
  }

  private LiveService service(String policy, FakeExecutor executor) {
    var url = "jdbc:h2:file:%s;WRITE_DELAY=0".formatted(folder.resolve("book"));
    return new LiveService(url, policy, NODES, executor, clock);
  }

  private List<String> record(String policy, long seed) {
    var random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    var events = new RandomEvents(random, NODES, clock);
    var executor = executor();
    for (int start = 0; start < 2; start++) {
      try (var service = service(policy, executor)) {
        for (int i = 0; i < STEPS; i++) {
          events.step(service);
        }
      }
    }
    try (var service = service(policy, executor)) {
      events.step(service);
      return RecordedHistory.lines(service.keeper);
    }
  }

  static Stream<Arguments> policies() {
    return Stream.concat(
        Policies.builtIn().names().stream().map(name -> Arguments.of(name, 1L)),
        Stream.of(2L, 3L, 4L).map(seed -> Arguments.of("backfilling", seed)));
  }

  @Test
  void isPlannedAgainWithTheSamePlacements() throws IOException {
    planAgain("bsf", 1);
  }

  /** Replays histories recorded in real time, which takes seconds each. */
  @ParameterizedTest
  @MethodSource("policies")
  @Tag("slow")
  void isPlannedAgainUnderEachPolicy(String policy, long seed) throws IOException {
    planAgain(policy, seed);
  }

  private void planAgain(String policy, long seed) throws IOException {
    var lines = record(policy, seed);
    var result = RecordedHistory.rerun(lines);

    assertThat(result.first()).isEmpty();
    assertThat(result.isSame()).isTrue();
    assertThat(result.unknown()).isZero();
    assertThat(result.cycles()).isGreaterThan(10);
    assertThat(result.windows()).isGreaterThan(5);
  }

  /**
   * Checks cycles after a job that finds no window, in which owners report their offers without
   * jobs.
   */
  @Test
  void hasLeadsOfOwnersCountedFromTheCycleThatPlans() throws IOException {
    List<String> lines;
    try (var service = service("backfilling", executor())) {
      for (int i = 0; i < NODES; i++) {
        var policy = new NodePolicy("d" + i % 2 + "-" + i, 1000, List.of(), 700, true, List.of());
        service.decide(state -> BookDecision.of(new BookEvent.PolicySet(policy), 0));
      }
      var begin = Duration.ofMillis(1500);
      service.decide(state -> service.reserve(state, NODES - 1, begin, Duration.ofMinutes(59)));
      var never = service.submit(LiveService.spec("never", 2, Duration.ofMinutes(5)));
      service.await(never, job -> job.reason().code().equals("no-alternative"));
      for (int i = 0; i < 3; i++) {
        var id = service.submit(LiveService.spec("exit-3", 1, Duration.ofSeconds(1)));
        service.await(id, job -> job.state() != JobState.WAITING);
      }
      lines = RecordedHistory.lines(service.keeper);
    }

    var result = RecordedHistory.rerun(lines);

    assertThat(result.first()).isEmpty();
    assertThat(result.isSame()).isTrue();
    assertThat(result.windows()).isEqualTo(3);
  }

  /** Checks that, after a restart of the scheduler, the waiting jobs follow all booked jobs. */
  @Test
  void hasJobsMovedInTheOrderOfTheirSubmission() throws IOException {
    List<String> lines;
    try (var service = service("backfilling", executor())) {
      service.decide(state -> NodeCommands.drain(state, "d0-0", DrainMode.SELL_NOTHING, "test"));
      var first = service.submit(LiveService.spec("hang", NODES - 1, Duration.ofMinutes(10)));
      service.await(first, job -> job.state() == JobState.BOOKED);
      var whole = service.submit(LiveService.spec("hang", NODES, Duration.ofMinutes(1)));
      var last = service.submit(LiveService.spec("hang", NODES - 1, Duration.ofMinutes(5)));
      service.await(last, job -> job.state() == JobState.BOOKED);
      assertThat(service.state().job(whole).orElseThrow().state()).isEqualTo(JobState.WAITING);

      service.decide(state -> NodeCommands.resume(state, "d0-0"));
      var booked = service.await(whole, job -> job.state() == JobState.BOOKED);
      service.cancel(first);
      long before = booked.window().orElseThrow().start();
      service.await(whole, job -> job.window().orElseThrow().start() < before);
      lines = RecordedHistory.lines(service.keeper);
    }

    var result = RecordedHistory.rerun(lines);

    assertThat(result.first()).isEmpty();
    assertThat(result.isSame()).isTrue();
    assertThat(result.moves()).isPositive();
  }

  @Test
  void isToldWhereItWasChanged() throws IOException {
    var lines = record("backfilling", 5);
    for (int i = 1; i < lines.size() - 1; i += 7) {
      var dropped = new ArrayList<>(lines);
      dropped.remove(i);
      assertThatThrownBy(() -> RecordedHistory.rerun(dropped)).isInstanceOf(HistoryException.class);
      var changed = new ArrayList<>(lines);
      changed.set(i, lines.get(i).replaceFirst("\"request\":\"\"", "\"request\":\"x\""));
      if (!changed.equals(lines)) {
        assertThatThrownBy(() -> RecordedHistory.rerun(changed))
            .isInstanceOf(HistoryException.class)
            .hasMessageContaining("SHA-256");
      }
    }
  }

  /** Checks that replay detects a forged history even if its digests are recomputed. */
  @Test
  void isToldWhichCycleCannotHaveBookedThat() throws IOException {
    var reader =
        new HistoryReader("h", new StringReader(RecordedHistory.text(record("backfilling", 6))));
    var from = reader.begin();
    var events = new ArrayList<Recorded>();
    reader.events(events::add);
    int last = events.size() - 1;
    while (!(events.get(last).event() instanceof BookEvent.JobBooked)) {
      last--;
    }
    var booked = (BookEvent.JobBooked) events.get(last).event();
    int end = last;
    while (!(events.get(end).event() instanceof BookEvent.CycleEnded)) {
      end++;
    }
    events.subList(end + 1, events.size()).clear(); // later moves would differ as well
    var later =
        new BookEvent.JobBooked(
            booked.id(),
            booked.cycle(),
            booked.tick(),
            shifted(booked.window()),
            booked.nodes(),
            booked.movable());
    var was = events.get(last);
    events.set(last, new Recorded(was.seq(), was.at(), was.by(), was.request(), later));
    var writer = new HistoryWriter("test", from, events.get(events.size() - 1).seq(), false);
    var lines = new ArrayList<>(writer.begin());
    events.forEach(each -> lines.add(writer.line(each)));
    lines.add(writer.end());

    var result = RecordedHistory.rerun(lines);

    assertThat(result.isSame()).isFalse();
    assertThat(result.differences()).isEqualTo(1);
    assertThat(result.first().orElseThrow())
        .startsWith("cycle %d: job %s is booked".formatted(booked.cycle(), booked.id()));
  }

  private static Window shifted(Window window) {
    return new Window(
        window.parts().stream()
            .map(
                part ->
                    new Part(
                        part.node(),
                        Span.of(part.span().start() + 100, part.span().lengthTicks()),
                        part.priceMilli(),
                        part.costMilli(),
                        part.energyMilli()))
            .toList());
  }
}
