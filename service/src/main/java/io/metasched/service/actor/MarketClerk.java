package io.metasched.service.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.Grants;
import io.metasched.service.plan.MarketCommands;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.run.Silence;
import io.metasched.service.site.SiteTerms;
import io.metasched.service.store.BookKeeper;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/**
 * Periodic executor of the market's deadlines: ends claims whose time has passed and firm offers
 * that were not accepted, pays grants and lets their money lapse, and records the nodes that sell
 * nothing because their machine is silent. The clerk acts on the book and the clock only, so that a
 * successor can take over.
 */
public final class MarketClerk extends AbstractBehavior<MarketClerk.Command> {
  private static final Duration CHECK = Duration.ofMillis(100);
  private static final int CHECKS_UNTIL_ASKED = 10;
  private static final String NAME = "market";

  /** Messages of the market clerk. */
  public sealed interface Command {}

  private record Tick() implements Command {}

  private record Silent(@Nullable SortedMap<String, Silence> nodes) implements Command {}

  private record Terms(@Nullable SortedMap<String, Optional<SiteTerms>> terms) implements Command {}

  private record Written() implements Command {}

  private final BookKeeper keeper;
  private final Fleet fleet;
  private final RunExecutor executor;
  private final Clock clock;
  private boolean asks;
  private boolean writes;
  private int checks;

  private MarketClerk(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      BookKeeper keeper,
      Fleet fleet,
      RunExecutor executor,
      Clock clock) {
    super(context);
    this.keeper = keeper;
    this.fleet = fleet;
    this.executor = executor;
    this.clock = clock;
    timers.startTimerWithFixedDelay(new Tick(), CHECK);
  }

  /**
   * Creates a market clerk.
   *
   * @param executor source of the silent machines and of the terms of sites
   * @param clock wall clock
   */
  public static Behavior<Command> create(
      BookKeeper keeper, Fleet fleet, RunExecutor executor, Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new MarketClerk(context, timers, keeper, fleet, executor, clock)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Tick.class, this::onTick)
        .onMessage(Silent.class, this::onSilent)
        .onMessage(Terms.class, this::onTerms)
        .onMessage(Written.class, this::onWritten)
        .build();
  }

  private Behavior<Command> onTick(Tick tick) {
    if (!writes && !due(keeper.state()).isEmpty()) {
      writes = true;
      var decided = keeper.decide(NAME, "", s -> new BookDecision<>(due(s), true));
      getContext().pipeToSelf(decided, (done, error) -> new Written());
    }
    if (!asks && checks++ % CHECKS_UNTIL_ASKED == 0) {
      asks = true;
      // a node is known to be of a site before it can be sold
      getContext().pipeToSelf(executor.siteBooking().terms(), (terms, error) -> new Terms(terms));
    }
    return this;
  }

  private List<BookEvent> due(BookState state) {
    var events = new ArrayList<>(MarketCommands.due(state, clock.instant()));
    events.addAll(Grants.due(state, clock.instant()));
    return events;
  }

  private Behavior<Command> onWritten(Written written) {
    writes = false;
    return this;
  }

  private Behavior<Command> onTerms(Terms answer) {
    var terms = answer.terms();
    if (terms != null) {
      SiteReports.record(keeper, fleet, terms);
    }
    getContext().pipeToSelf(executor.silentNodes(), (nodes, error) -> new Silent(nodes));
    return this;
  }

  private Behavior<Command> onSilent(Silent silent) {
    asks = false;
    var nodes = silent.nodes();
    if (nodes != null && !isKnown(keeper.state(), nodes)) {
      keeper.decide(
          NAME,
          "",
          s ->
              isKnown(s, nodes)
                  ? BookDecision.none(false)
                  : BookDecision.of(BookEvent.SalesStopped.of(nodes), true));
    }
    return this;
  }

  /**
   * Returns whether the book has the same nodes with the same causes. The start times of the
   * silences are not compared.
   */
  private static boolean isKnown(BookState state, SortedMap<String, Silence> nodes) {
    var known = state.market().silent();
    return known.keySet().equals(nodes.keySet())
        && nodes.entrySet().stream()
            .allMatch(
                each ->
                    Objects.requireNonNull(known.get(each.getKey())).cause()
                        == each.getValue().cause());
  }
}
