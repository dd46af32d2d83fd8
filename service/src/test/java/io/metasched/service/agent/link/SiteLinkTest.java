package io.metasched.service.agent.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorRef;
import io.metasched.service.agent.FactListeners;
import io.metasched.service.run.GivenClock;
import io.metasched.service.run.Silence;
import io.metasched.service.site.Site;
import io.metasched.service.site.SiteCalendar;
import io.metasched.service.site.SiteException;
import io.metasched.service.site.SiteHolds;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.site.TakenSpan;
import io.metasched.service.site.TakenSpan.Reason;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Reports of a site's own time from its agent to the service. */
final class SiteLinkTest {
  private static final Instant NOON = Instant.parse("2026-12-01T12:00:00Z");
  private static final DeskSettings SETTINGS =
      new DeskSettings(
          Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1), Duration.ofSeconds(30));
  private static final List<OfferedNode> NODES =
      List.of(
          new OfferedNode("hpc-1", 1, 500, List.of()), new OfferedNode("hpc-2", 1, 500, List.of()));

  private static final SiteTitle SHADOW =
      new SiteTitle("partition vo of Slurm", SiteTerms.Promise.SHADOW, 0);

  private final ActorTestKit kit = ActorTestKit.create();
  private final GivenClock clock = new GivenClock(NOON);
  private final LinkedBlockingQueue<SiteCalendar> calendars = new LinkedBlockingQueue<>();

  @AfterEach
  void stop() {
    kit.shutdownTestKit();
  }

  private ActorRef<DeskCommand> desk() {
    return kit.spawn(
        AgentDesk.create(new FactListeners(), calendars::add, SETTINGS, Map.of(), clock));
  }

  private static SiteCalendar calendar(String... nodes) {
    var taken = new TreeMap<String, List<TakenSpan>>();
    for (var node : nodes) {
      taken.put(
          node, List.of(new TakenSpan(NOON, NOON.plusSeconds(60), Reason.MAINTENANCE, "disks")));
    }
    return new SiteCalendar(NOON, NOON.plusSeconds(1000), taken);
  }

  private static AgentView view(ActorRef<DeskCommand> desk) {
    var views = new CompletableFuture<List<AgentView>>();
    desk.tell(new DeskCommand.Show(views));
    return views.join().get(0);
  }

  private static Optional<Silence> silence(ActorRef<DeskCommand> desk) {
    return view(desk).silence();
  }

  private void beat(ActorRef<DeskCommand> desk, AgentTitle title) {
    beat(desk, title, Optional.empty());
  }

  private void beat(ActorRef<DeskCommand> desk, AgentTitle title, Optional<String> denial) {
    TestProbe<AgentCommand> agent = kit.createTestProbe();
    var offset = new ClockOffset(Duration.ZERO, Duration.ofMillis(1));
    desk.tell(
        new DeskCommand.Beat(
            title, clock.instant(), Optional.of(offset), agent.ref(), Optional.empty(), denial));
    agent.expectMessageClass(AgentCommand.Heard.class);
  }

  @Test
  void nodesOfASiteSellNothingAndAreUnreadUntilItsCalendarArrives() throws Exception {
    var desk = desk();
    var title = AgentTitle.ofSite("a", "hpc", NODES, SHADOW, List.of());
    beat(desk, title);

    assertThat(silence(desk)).contains(new Silence(Silence.Cause.SITE_UNREAD, NOON));

    clock.now = NOON.plusSeconds(5);
    desk.tell(
        new DeskCommand.SiteRead(
            "a", 1, 0, 1, calendar("hpc-1", "hpc-2", "other-1"), Optional.empty()));

    // nodes that the agent does not offer are left out
    assertThat(calendars.take()).isEqualTo(calendar("hpc-1", "hpc-2"));
    assertThat(silence(desk)).contains(new Silence(Silence.Cause.SHADOW, clock.now));

    clock.now = NOON.plusSeconds(36);
    beat(desk, title);
    assertThat(silence(desk)).contains(new Silence(Silence.Cause.SITE_UNREAD, NOON.plusSeconds(5)));
  }

  @Test
  void nodesOfASiteThatPromisesItsTimeSell() throws Exception {
    var desk = desk();
    var firm = new SiteTitle("partition vo of Slurm", SiteTerms.Promise.FIRM, 10_000);
    var title = AgentTitle.ofSite("a", "hpc", NODES, firm, List.of());
    beat(desk, title);
    clock.now = NOON.plusSeconds(3);
    beat(desk, title);
    assertThat(silence(desk)).contains(new Silence(Silence.Cause.SITE_UNREAD, NOON));

    desk.tell(new DeskCommand.SiteRead("a", 1, 0, 1, calendar("hpc-1", "hpc-2"), Optional.empty()));

    assertThat(calendars.take()).isEqualTo(calendar("hpc-1", "hpc-2"));
    assertThat(silence(desk)).isEmpty();
    clock.now = NOON.plusSeconds(34);
    beat(desk, title);
    assertThat(silence(desk)).contains(new Silence(Silence.Cause.SITE_UNREAD, NOON.plusSeconds(3)));
    // another partition, whose calendar has not arrived
    beat(desk, AgentTitle.ofSite("a", "hpc", NODES, SHADOW, List.of()));
    assertThat(silence(desk)).contains(new Silence(Silence.Cause.SITE_UNREAD, clock.now));
  }

  @Test
  void nodesOfAnAgentThatMayNotReserveTimeSellNothing() {
    var desk = desk();
    var firm = new SiteTitle("partition vo of Slurm", SiteTerms.Promise.FIRM, 10_000);
    var title = AgentTitle.ofSite("a", "hpc", NODES, firm, List.of());
    beat(desk, title);
    desk.tell(new DeskCommand.SiteRead("a", 1, 0, 1, calendar("hpc-1", "hpc-2"), Optional.empty()));
    for (int second = 1; second <= 2; second++) {
      clock.now = NOON.plusSeconds(second);
      beat(desk, title, Optional.of("denied"));
      var view = view(desk);
      assertThat(view.silence())
          .contains(new Silence(Silence.Cause.NOT_PERMITTED, NOON.plusSeconds(1)));
      assertThat(view.remarks()).containsExactly("the site refuses reservations: denied");
    }

    beat(desk, title);

    assertThat(silence(desk)).isEmpty();
  }

  @Test
  void calendarOfAWrongClockOrOfAnotherSenderIsIgnored() throws Exception {
    var desk = desk();
    var title = AgentTitle.ofSite("a", "hpc", NODES, SHADOW, List.of());
    var secret = Optional.of(new AgentSecret("s"));
    TestProbe<AgentCommand> agent = kit.createTestProbe();
    var wrong = Optional.of(new ClockOffset(Duration.ofSeconds(2), Duration.ofMillis(1)));
    for (var offset : List.of(Optional.<ClockOffset>empty(), wrong)) {
      desk.tell(new DeskCommand.Beat(title, clock.instant(), offset, agent.ref(), secret));
      desk.tell(new DeskCommand.SiteRead("a", 1, 0, 1, calendar("hpc-1"), secret));
      assertThat(silence(desk)).contains(new Silence(Silence.Cause.CLOCK_OFF, NOON));
      clock.now = clock.now.plusSeconds(1);
    }
    var right = Optional.of(new ClockOffset(Duration.ZERO, Duration.ofMillis(1)));
    desk.tell(new DeskCommand.Beat(title, clock.instant(), right, agent.ref(), secret));
    desk.tell(new DeskCommand.SiteRead("a", 1, 0, 1, calendar("hpc-1"), Optional.empty()));
    desk.tell(
        new DeskCommand.SiteRead(
            "a", 1, 0, 1, calendar("hpc-1"), Optional.of(new AgentSecret("other"))));
    assertThat(silence(desk)).contains(new Silence(Silence.Cause.SITE_UNREAD, NOON));
    assertThat(calendars).isEmpty();

    desk.tell(new DeskCommand.SiteRead("a", 1, 0, 1, calendar("hpc-2"), secret));

    assertThat(calendars.take()).isEqualTo(calendar("hpc-2"));
  }

  @Test
  void nodesOfAnAgentWithoutASiteHaveNoSiteTime() throws InterruptedException {
    var desk = desk();
    var title = new AgentTitle("a", "hpc", NODES, "none", List.of());
    beat(desk, title);
    desk.tell(new DeskCommand.SiteRead("a", 1, 0, 1, calendar("hpc-1"), Optional.empty()));
    desk.tell(new DeskCommand.SiteRead("unknown", 1, 0, 1, calendar("hpc-1"), Optional.empty()));

    assertThat(silence(desk)).isEmpty();
    assertThat(calendars.take()).isEqualTo(SiteCalendar.unused(NOON, List.of("hpc-1", "hpc-2")));
    assertThat(calendars).isEmpty();

    beat(desk, title); // repeated, because the first report may be lost
    assertThat(calendars.take()).isEqualTo(SiteCalendar.unused(NOON, List.of("hpc-1", "hpc-2")));
  }

  @Test
  void agentSendsEachReadingToAllServicesByTheNamesOfItsNodes() {
    var failures = new AtomicInteger(2);
    var site = new FailingSite(failures);
    var names = new TreeMap<>(Map.of("hpc-1", "cn1", "hpc-2", "cn2"));
    TestProbe<DeskCommand> one = kit.createTestProbe();
    TestProbe<DeskCommand> other = kit.createTestProbe();
    try (var watch = new SiteWatch(site, names, Duration.ofMillis(1), clock);
        var queue =
            new HoldQueue(
                site.holds(Clock.systemUTC()),
                new HoldNames("ms-", names),
                false,
                Duration.ofHours(1))) {
      kit.spawn(
          NodeAgent.create(
              AgentTitle.ofSite("a", "hpc", NODES, SHADOW, List.of()),
              Optional.empty(),
              new ObservedRuns(),
              Optional.of(new AgentSite(watch, queue)),
              List.of(one.ref(), other.ref()),
              Duration.ofHours(1),
              clock));
      one.expectMessageClass(DeskCommand.Beat.class);
      other.expectMessageClass(DeskCommand.Beat.class);
      watch.start();

      for (var probe : List.of(one, other)) {
        var read = probe.expectMessageClass(DeskCommand.SiteRead.class);
        assertThat(read.agent()).isEqualTo("a");
        assertThat(read.pages()).isOne();
        // cn2 is not for sale at the site
        var absent =
            new TakenSpan(
                NOON, NOON.plus(Duration.ofDays(366)), Reason.DOWN, "not among the nodes for sale");
        assertThat(read.calendar().taken())
            .containsExactly(
                Map.entry("hpc-1", calendar("cn1").taken().get("cn1")),
                Map.entry("hpc-2", List.of(absent)));
      }
      assertThat(failures).hasNonPositiveValue();
    }
  }

  /**
   * Site that fails a number of times, sometimes with an error, then returns a calendar of the node
   * cn1.
   */
  private record FailingSite(AtomicInteger failures) implements Site {
    @Override
    public String description() {
      return "a stub";
    }

    @Override
    public SiteHolds holds(Clock clock) {
      return new StubHolds();
    }

    @Override
    public SiteCalendar calendar(Instant now, Instant until) throws SiteException {
      if (failures.getAndDecrement() > 0) {
        if (failures.get() > 0) {
          throw new StackOverflowError("an error");
        }
        throw new SiteException("no answer", new IllegalStateException());
      }
      return new SiteCalendar(now, until, calendarOf("cn1").taken());
    }

    private static SiteCalendar calendarOf(String node) {
      return SiteLinkTest.calendar(node);
    }
  }

  @Test
  void observingAgentRefusesRuns() {
    var prepared = new ObservedRuns().prepare(AgentLinkTest.spec("hpc-1")).toCompletableFuture();

    assertThatThrownBy(prepared::join)
        .hasRootCauseMessage("a.1.0: its agent only observes the site of hpc-1");
  }
}
