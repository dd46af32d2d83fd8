package io.metasched.service.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.service.book.JobState;
import io.metasched.service.plan.SiteDecisions;
import io.metasched.service.plan.SiteHoldings;
import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldFinding.Kind;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.SiteBooking;
import io.metasched.service.store.BookKeeper;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Periodic comparison of each site with the book: makes missing and changed holds again, releases
 * holds that no job needs, and requeues booked jobs whose time a site has taken back. It acts on
 * the book only, so that a restart loses nothing.
 */
public final class HoldInspector extends AbstractBehavior<HoldInspector.Command> {
  private static final Logger LOG = LoggerFactory.getLogger(HoldInspector.class);
  private static final Duration TICK = Duration.ofSeconds(1);
  private static final Duration BETWEEN_CHECKS = Duration.ofSeconds(10);
  // after a check that failed, or that found holds that no job needs: they keep local jobs waiting
  private static final Duration SOON = Duration.ofSeconds(2);
  private static final Duration MOMENT = Duration.ofSeconds(9); // less than between two checks
  private static final Duration NODE_LOSS = Duration.ofMinutes(1); // before the start of a hold
  private static final String NAME = "holds";

  /** Messages of the inspector. */
  public sealed interface Command {}

  private record Tick() implements Command {}

  private record Checked(
      String agent, @Nullable List<HoldFinding> findings, @Nullable Throwable error)
      implements Command {}

  private record NotHeldAgain(String agent, HoldFinding finding, HoldRefusal refusal)
      implements Command {}

  private record Ignored() implements Command {}

  /** Checks of the site of one agent. */
  private static final class Checks {
    boolean isUnderWay;
    boolean hasFailed; // since the last successful check, for the log
    Set<String> unneeded = Set.of(); // holds that no job needed at the last check
    // holds whose node was lost at the last check, with the time of the first check in a row
    final TreeMap<String, Instant> nodeLost = new TreeMap<>();
    Instant next = Instant.MIN;
  }

  private final BookKeeper keeper;
  private final SiteBooking sites;
  private final Clock clock;
  private final TreeMap<String, Checks> checks = new TreeMap<>(); // by agent

  private HoldInspector(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      BookKeeper keeper,
      SiteBooking sites,
      Clock clock) {
    super(context);
    this.keeper = keeper;
    this.sites = sites;
    this.clock = clock;
    timers.startTimerWithFixedDelay(new Tick(), TICK);
  }

  /** Creates an inspector of all sites that sell time. */
  public static Behavior<Command> create(BookKeeper keeper, SiteBooking sites, Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new HoldInspector(context, timers, keeper, sites, clock)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Tick.class, this::onTick)
        .onMessage(Checked.class, this::onChecked)
        .onMessage(NotHeldAgain.class, this::onNotHeldAgain)
        .onMessage(Ignored.class, ignored -> this)
        .build();
  }

  private Behavior<Command> onTick(Tick tick) {
    var now = clock.instant();
    for (var agent : SiteHoldings.agents(keeper.state())) {
      var own = checks.computeIfAbsent(agent, first -> new Checks());
      if (!own.isUnderWay && !now.isBefore(own.next)) {
        own.isUnderWay = true;
        var booked = new ArrayList<>(SiteHoldings.of(keeper.state(), agent).values());
        getContext()
            .pipeToSelf(
                sites.check(agent, booked.stream().map(SiteHoldings.Confirmed::hold).toList()),
                (findings, error) -> new Checked(agent, findings, error));
      }
    }
    return this;
  }

  private Behavior<Command> onChecked(Checked checked) {
    var agent = checked.agent();
    var own = checks.computeIfAbsent(agent, first -> new Checks());
    own.isUnderWay = false;
    own.next = clock.instant().plus(SOON);
    var findings = checked.findings();
    if (findings == null) {
      if (!own.hasFailed) {
        LOG.warn("Agent {}: its holds cannot be checked: {}", agent, reason(checked.error()));
      }
      own.hasFailed = true;
      return this;
    }
    own.hasFailed = false;
    // the book may have changed since the check began
    var confirmed = SiteHoldings.of(keeper.state(), agent);
    var unneeded = new TreeSet<String>();
    own.nodeLost.keySet().retainAll(names(findings, Kind.NODE_LOST));
    for (var finding : findings) {
      if (finding.kind() == Kind.NODE_LOST) {
        own.nodeLost.putIfAbsent(finding.hold(), clock.instant());
      }
      if (finding.kind() != Kind.LEFT_OVER) {
        Optional.ofNullable(confirmed.get(finding.hold()))
            .ifPresent(each -> found(agent, own, each, finding));
      } else if (!SiteHoldings.isWanted(keeper.state(), finding.hold())) {
        unneeded.add(finding.hold());
      }
    }
    // the holds of a successor are unneeded only until this service has its events
    var leftOver = unneeded.stream().filter(own.unneeded::contains).toList();
    own.unneeded = unneeded;
    if (unneeded.isEmpty()) {
      own.next = clock.instant().plus(BETWEEN_CHECKS);
    }
    if (!leftOver.isEmpty() && keeper.isWritable()) {
      // after a failure, the next check finds them again
      getContext().pipeToSelf(sites.release(agent, leftOver), (done, error) -> new Ignored());
    }
    return this;
  }

  private static String reason(@Nullable Throwable error) {
    return error == null ? "no answer" : FailedOrders.reason(error);
  }

  private static List<String> names(List<HoldFinding> findings, Kind kind) {
    return findings.stream().filter(each -> each.kind() == kind).map(HoldFinding::hold).toList();
  }

  private void found(
      String agent, Checks own, SiteHoldings.Confirmed confirmed, HoldFinding finding) {
    if (finding.kind() == Kind.MISSING || finding.kind() == Kind.CHANGED) {
      getContext()
          .pipeToSelf(
              sites.hold(agent, List.of(confirmed.hold())),
              (refusal, error) ->
                  error != null || refusal == null || refusal.isEmpty()
                      ? new Ignored() // after an error, the next check finds it again
                      : new NotHeldAgain(agent, finding, refusal.get()));
    } else if (finding.kind() != Kind.NODE_LOST
        || (isSoon(confirmed) && lasts(own.nodeLost.get(finding.hold())))) {
      tookBack(confirmed, finding);
    }
  }

  /** Returns whether a loss is no moment, as after a restart of the site's controller. */
  private boolean lasts(@Nullable Instant since) {
    return since != null && !clock.instant().isBefore(since.plus(MOMENT));
  }

  private boolean isSoon(SiteHoldings.Confirmed confirmed) {
    return clock.instant().plus(NODE_LOSS).isAfter(confirmed.hold().start());
  }

  private Behavior<Command> onNotHeldAgain(NotHeldAgain not) {
    if (not.refusal().reason() == HoldRefusal.Reason.NODE_UNUSABLE) {
      return this; // the checks find the lost node, too
    }
    var name = not.finding().hold();
    var finding = new HoldFinding(name, not.finding().kind(), not.refusal().text());
    Optional.ofNullable(SiteHoldings.of(keeper.state(), not.agent()).get(name))
        .ifPresent(confirmed -> tookBack(confirmed, finding));
    return this;
  }

  private void tookBack(SiteHoldings.Confirmed confirmed, HoldFinding finding) {
    var job = confirmed.job();
    if (job.state() != JobState.BOOKED) {
      return; // its machines have the start order
    }
    var node = confirmed.hold().node();
    LOG.warn(
        "Job {}: the site of {} does not keep its hold ({}): {}",
        job.id(),
        node,
        finding.kind(),
        SiteDecisions.oneLine(finding.detail()));
    var unused =
        keeper.decide(
            NAME,
            "",
            state -> SiteDecisions.tookBack(state, job.id(), job.attempt(), node, finding));
  }
}
