package io.metasched.service.counterfactual;

import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobState;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.Recorded;
import io.metasched.service.book.SchedulerRules;
import io.metasched.service.plan.CycleByBook;
import io.metasched.service.plan.CycleOutcome;
import io.metasched.service.plan.CyclePlaces;
import io.metasched.service.plan.CycleSettings;
import io.metasched.service.plan.Fleet;
import io.metasched.service.plan.Grants;
import io.metasched.service.plan.MoveRule;
import io.metasched.service.plan.NodeCommands;
import io.metasched.service.run.EndCause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;

/**
 * Replay of an interval of recorded history under other conditions. Actions of users, owners and
 * machines are replayed as recorded if possible; claims of time that is taken are skipped. Cycles
 * run at multiples of the period; without changes since the last cycle, they run once a minute.
 * Confined to one thread.
 */
public final class Counterfactual {
  private static final long IDLE_TICKS = Duration.ofMinutes(1).toMillis();

  private final Stretch stretch;
  private final Change change;
  private final BooleanSupplier goesOn;
  private final CounterfactualBook book;
  private SchedulerRules rules;
  private Fleet fleet;
  private CycleSettings settings;
  private long present;
  private long plansUntil;
  private long movesAgain = Long.MAX_VALUE - IDLE_TICKS;
  private long nextCycle;
  private boolean cut;

  /**
   * Change of conditions.
   *
   * @param policy policy of cycles; empty for the recorded policy
   * @param price sale policy of a node from the beginning on; empty for the recorded policy
   */
  public record Change(Optional<String> policy, Optional<NodePolicy> price) {
    /** No change. */
    public static final Change NONE = new Change(Optional.empty(), Optional.empty());

    /** Creates a change of the policy. */
    public static Change policy(String name) {
      return new Change(Optional.of(name), Optional.empty());
    }
  }

  /**
   * Result of a replay.
   *
   * @param whole whether the whole interval was replayed
   * @param policy policy of the last cycles
   */
  public record Outcome(String policy, Figures figures, boolean whole) {}

  private Counterfactual(
      Stretch stretch, SchedulerRules rules, Change change, BooleanSupplier goesOn) {
    this.stretch = stretch;
    this.change = change;
    this.goesOn = goesOn;
    this.rules = rules;
    fleet = new Fleet(rules.nodes());
    settings = settings(rules);
    long begin = tick(stretch.begins());
    present = begin;
    plansUntil = begin + settings.horizon().toMillis();
    book = new CounterfactualBook(stretch.from(), new RunLengths(stretch.end()), begin);
    change.price().ifPresent(price -> book.write(new BookEvent.PolicySet(price), begin));
    nextCycle = begin;
  }

  private long tick(Instant instant) {
    return stretch.from().ticks().at(instant);
  }

  private CycleSettings settings(SchedulerRules from) {
    var own = CycleSettings.of(from);
    var other = change.policy().filter(policy -> !policy.equals(own.policy()));
    return other
        .map(policy -> own.with().policy(policy).options(new TreeMap<>()).build())
        .orElse(own);
  }

  /** Returns the recorded result, without a change. */
  public static Outcome recorded(Stretch stretch, SchedulerRules present) {
    var takings = new Takings();
    var state = stretch.from();
    for (var each : stretch.events()) {
      takings.take(state, each.event());
      state = state.after(each);
    }
    var rules = state.rules().orElse(present);
    var figures = Figures.of(stretch.from(), state, time(stretch), rules.nodes(), takings);
    return new Outcome(rules.policy(), figures, true);
  }

  private static Figures.Time time(Stretch stretch) {
    return new Figures.Time(stretch.begins(), stretch.ends());
  }

  /**
   * Replays an interval.
   *
   * @param present current rules, used if the book lacks the rules at the beginning of the interval
   * @param goesOn polled during the replay, which stops when it returns false
   */
  public static Outcome run(
      Stretch stretch, SchedulerRules present, Change change, BooleanSupplier goesOn) {
    var rules = stretch.from().rules().orElse(present);
    return new Counterfactual(stretch, rules, change, goesOn).run();
  }

  private Outcome run() {
    for (var each : stretch.events()) {
      advance(tick(each.at()));
      if (cut) {
        break;
      }
      happen(each);
    }
    long end = tick(stretch.ends());
    advance(end);
    var figures =
        Figures.of(stretch.from(), book.state(), time(stretch), rules.nodes(), book.takings());
    return new Outcome(settings.policy(), figures, !cut);
  }

  /** Executes everything due before a tick. */
  private void advance(long until) {
    while (!cut) {
      if (book.hasChanged()) {
        nextCycle = Math.min(nextCycle, multiple(present));
      }
      long next = Math.min(book.nextTick(), nextCycle);
      if (next >= until) {
        present = Math.max(present, until);
        return;
      }
      present = Math.max(present, next);
      if (book.nextTick() <= nextCycle) {
        book.goOn();
      } else {
        cycle(nextCycle);
      }
    }
  }

  /** Returns the first multiple of the period after a tick. */
  private long multiple(long tick) {
    long period = settings.period().toMillis();
    return (tick / period + 1) * period;
  }

  // --- cycles

  private void cycle(long tick) {
    cut = !goesOn.getAsBoolean();
    if (cut) {
      return;
    }
    lapse(tick);
    boolean freed = book.takeFreed();
    book.takeChanged();
    if (freed || tick >= movesAgain) {
      move(tick);
    }
    boolean waits = hasWaiting();
    if (waits) {
      int number = book.nextCycle();
      var state = book.state();
      var turn = CyclePlaces.next(state, settings, tick).turn();
      var begun = new BookEvent.CycleBegun(number, tick, state.seq(), turn);
      book.writeAll(List.of(begun), tick);
      state = book.state();
      var cycle = new CycleByBook(state, fleet, settings);
      var plan = cycle.plan(cycle.cycle(begun));
      book.writeAll(CycleOutcome.of(state, fleet, settings, begun, plan, tick, 0), tick);
      plansUntil = tick + settings.horizon().toMillis();
    }
    long idle = hasWaiting() ? tick + IDLE_TICKS : Long.MAX_VALUE - IDLE_TICKS;
    nextCycle = multiple(Math.min(idle, movesAgain));
  }

  private boolean hasWaiting() {
    return book.state().open().waiting().size() > 0;
  }

  private void move(long tick) {
    long from = tick + settings.moveLead(rules.prepareLead()).toMillis();
    var state = book.state();
    movesAgain = Long.MAX_VALUE - IDLE_TICKS;
    if (from < plansUntil) {
      var cycle = new CycleByBook(state, fleet, settings);
      var among = Optional.of(BookEvent.Among.from(from));
      var begun = new BookEvent.MovesBegun(tick, from, plansUntil, state.seq(), among);
      var plan = cycle.plan(cycle.moves(begun));
      long least = tick + rules.prepareLead().toMillis();
      movesAgain = Math.max(tick + IDLE_TICKS, MoveRule.nextTick(state, plan, tick));
      book.writeAll(CycleOutcome.ofMoves(state, fleet, settings, begun, plan, least), tick);
    }
  }

  // --- recorded events

  private void happen(Recorded recorded) {
    long tick = tick(recorded.at());
    var event = recorded.event();
    if (event instanceof BookEvent.JobSubmitted e) {
      var number = book.state().nextNumber();
      book.write(
          new BookEvent.JobSubmitted(e.id(), number, e.user(), e.spec(), e.key(), e.digest()),
          tick);
    } else if (event instanceof BookEvent.ArraySubmitted e) {
      var number = book.state().nextNumber();
      book.write(
          new BookEvent.ArraySubmitted(
              e.id(), number, e.user(), e.spec(), e.array(), e.key(), e.digest()),
          tick);
    } else if (event instanceof BookEvent.WorkflowSubmitted e) {
      var number = book.state().nextNumber();
      book.write(
          new BookEvent.WorkflowSubmitted(
              e.id(), number, e.user(), e.workflow(), e.jobs(), e.key(), e.digest()),
          tick);
    } else if (event instanceof BookEvent.JobChanged e) {
      book.state()
          .job(e.id())
          .ifPresent(
              job -> book.write(new BookEvent.JobChanged(e.id(), job.number(), e.spec()), tick));
    } else if (event instanceof BookEvent.CancelAsked e) {
      book.cancel(e.id(), tick);
    } else if (event instanceof BookEvent.JobEnded e && e.state() == JobState.WITHDRAWN) {
      book.cancel(e.id(), tick);
    } else if (event instanceof BookEvent.JobBooked e && e.cycle() < 0) {
      takeUp(e, tick);
    } else if (event instanceof BookEvent.RulesSet e) {
      rules = e.rules();
      fleet = new Fleet(rules.nodes());
      settings = settings(rules);
      book.write(e, tick);
    } else if (event instanceof BookEvent.PolicySet e) {
      boolean isOther =
          change.price().filter(price -> price.node().equals(e.policy().node())).isPresent();
      if (!isOther) {
        book.write(e, tick);
      }
    } else {
      happenToNodes(event, tick);
    }
  }

  private void happenToNodes(BookEvent event, long tick) {
    if (event instanceof BookEvent.NodeDrained e) {
      NodeCommands.drain(book.state(), e.node(), e.mode(), e.reason())
          .events()
          .forEach(each -> book.write(each, tick));
      if (e.mode() == DrainMode.NOW) {
        endAll(e.node(), tick);
      }
    } else if (event instanceof BookEvent.ClaimMade e) {
      claim(e, tick);
    } else if (event instanceof BookEvent.GrantLapsed) {
      lapse(tick);
    } else if (event instanceof BookEvent.Transferred e) {
      transfer(e, tick);
    } else if (event instanceof BookEvent.AccountOpened
        || event instanceof BookEvent.Deposited
        || event instanceof BookEvent.GrantSet
        || event instanceof BookEvent.GrantPaid
        || event instanceof BookEvent.LimitsSet
        || event instanceof BookEvent.NodeResumed
        || event instanceof BookEvent.ClaimEnded
        || event instanceof BookEvent.SalesStopped
        || event instanceof BookEvent.SiteTermsChanged
        || event instanceof BookEvent.SiteTimeChanged) {
      book.write(event, tick);
    }
  }

  /** Transfers as much as the account can spare, which may be less than recorded. */
  private void transfer(BookEvent.Transferred e, long tick) {
    long movable = book.state().account(e.account()).orElseThrow().movableMilli();
    long milli = Math.min(e.milli(), movable);
    if (milli > 0) {
      book.write(new BookEvent.Transferred(e.account(), e.to(), milli, e.key(), e.digest()), tick);
    }
  }

  /** Lets granted money lapse that is due. It can be paid back at other times than recorded. */
  private void lapse(long tick) {
    var state = book.state();
    book.writeAll(Grants.lapses(state, state.ticks().instant(tick)), tick);
  }

  private void takeUp(BookEvent.JobBooked booked, long tick) {
    var job = book.state().job(booked.id());
    var window = booked.window();
    if (job.isPresent()
        && CycleOutcome.isFree(book.state(), fleet, window, booked.nodes())
        && pays(job.get().spec().account(), window.costMilli())
        && isWithinLimits(job.get().spec().account(), job.get().user(), 1, window)) {
      book.write(booked, tick);
    } // otherwise, a cycle finds another window for the job
  }

  private boolean isWithinLimits(String account, String user, int jobs, Window window) {
    return account.isEmpty()
        || CycleOutcome.isWithinLimits(book.state(), account, user, jobs, window);
  }

  private boolean pays(String account, long milli) {
    return book.state().account(account).filter(a -> a.balanceMilli() >= milli).isPresent();
  }

  private void claim(BookEvent.ClaimMade made, long tick) {
    boolean isOffer = made.kind() == ClaimRecord.Kind.OFFER;
    long cost = made.feeMilli() * made.nodes().size();
    cost += isOffer ? 0 : made.window().costMilli();
    if (CycleOutcome.isFree(book.state(), fleet, made.window(), made.nodes())
        && (cost == 0 || pays(made.account(), cost))
        && isWithinLimits(made.account(), made.user(), isOffer ? 1 : 0, made.window())) {
      book.write(made, tick);
    }
  }

  /** Ends the running jobs on a node that its owner has drained with {@link DrainMode#NOW}. */
  private void endAll(String node, long tick) {
    for (var job : book.state().openJobs()) {
      if (job.nodes().contains(node) && job.state() == JobState.RUNNING) {
        book.endAll(job, EndCause.CANCELLED, tick);
      }
    }
  }
}
