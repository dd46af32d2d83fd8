package io.metasched.service.plan;

import io.metasched.metascheduler.cyclic.flow.FlowEvent;
import io.metasched.metascheduler.model.RefusalReason;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.Window;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookEvent.MovesBegun;
import io.metasched.service.book.BookState;
import io.metasched.service.book.CycleRecord;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

/**
 * Decision of the book on a plan. Each placement is checked against the current state: the job must
 * still wait, its window must be vacant, for sale at the planned price and within the limits of the
 * job, and its account must be able to pay. A job whose window is refused keeps its place in the
 * queue, with the reason.
 */
public final class CycleOutcome {
  /** Originator of these events in the book. */
  public static final String BY = "planner";

  /** Span of all times that can be booked. */
  static final Span ALL_TIME = new Span(0, Long.MAX_VALUE / 4);

  /** Codes of the reasons of jobs that no cycle has considered. */
  private static final List<String> PASSING =
      List.of(
          Reason.NONE.code(),
          FlowWords.TOO_EARLY.code(),
          FlowWords.BATCH_FULL.code(),
          ReasonCode.ARRAY_LIMIT.label());

  private final BookState state;
  private final Fleet fleet;
  private final CycleSettings settings;
  private final int cycle;
  private final long planTick;
  private final long seen;
  private final long bookTick;
  private final Placements placements;
  private final ArrayLimits arrays;
  private final WorkflowReasons workflows;
  private final List<BookEvent> events = new ArrayList<>();
  private final TreeSet<String> movedAway = new TreeSet<>(); // jobs that have left their windows
  private final List<Window> movedTo = new ArrayList<>();
  private int booked;
  private int refused;

  private CycleOutcome(
      BookState state,
      Fleet fleet,
      CycleSettings settings,
      int cycle,
      long planTick,
      long seen,
      long bookTick) {
    this.state = state;
    this.fleet = fleet;
    this.settings = settings;
    this.cycle = cycle;
    this.planTick = planTick;
    this.seen = seen;
    this.bookTick = bookTick;
    placements = new Placements(state, fleet, planTick, bookTick);
    arrays = new ArrayLimits(state);
    workflows = new WorkflowReasons(state, fleet, settings, state.ticks().instant(planTick));
  }

  /**
   * Returns the events of a cycle.
   *
   * @param begun start of the cycle
   * @param plan planned events, in order
   * @param bookTick tick of the booking
   * @param millis duration of the cycle, in milliseconds
   */
  public static List<BookEvent> of(
      BookState state,
      Fleet fleet,
      CycleSettings settings,
      BookEvent.CycleBegun begun,
      List<FlowEvent> plan,
      long bookTick,
      long millis) {
    int cycle = begun.cycle();
    var outcome =
        new CycleOutcome(state, fleet, settings, cycle, begun.tick(), begun.seen(), bookTick);
    outcome.requeueBroken();
    plan.forEach(outcome::take);
    outcome.postponeOthers(begun, plan);
    // a job that waits for the same reason as before causes no event
    int waiting = state.open().waiting().size();
    int postponed = waiting - outcome.booked - outcome.refused;
    var done =
        new CycleRecord.Done(bookTick, waiting, outcome.booked, outcome.refused, postponed, millis);
    outcome.events.add(new BookEvent.CycleEnded(cycle, done));
    return List.copyOf(outcome.events);
  }

  /**
   * Returns the events of moves, which belong to no cycle.
   *
   * @param begun start of the moves
   * @param plan planned events, in order
   * @param unprepared earliest start of jobs that may still move, in ticks
   */
  public static List<BookEvent> ofMoves(
      BookState state,
      Fleet fleet,
      CycleSettings settings,
      MovesBegun begun,
      List<FlowEvent> plan,
      long unprepared) {
    long tick = begun.tick();
    var outcome =
        new CycleOutcome(state, fleet, settings, FlowEvent.NO_CYCLE, tick, Long.MAX_VALUE, tick);
    for (var event : plan) {
      if (event instanceof FlowEvent.Moved moved) {
        outcome.move(begun, moved, unprepared);
      }
    }
    outcome.events.add(new BookEvent.MovesEnded(unprepared));
    return List.copyOf(outcome.events);
  }

  /** Records new reasons of jobs that were not considered, up to a limit per cycle. */
  private void postponeOthers(BookEvent.CycleBegun begun, List<FlowEvent> plan) {
    long until = begun.tick() + settings.horizon().toMillis();
    var considered = considered(plan);
    var limits = new CycleLimits(state, until);
    considered.forEach(number -> waiting(number).ifPresent(limits::admits));
    var leftOut = begun.turn().isPresent() ? leftOut(considered) : beyondTheFirst();
    var noPlace =
        begun.turn().isPresent()
            ? FlowWords.noPlaceYet(state.open().waiting().size(), settings.batchLimit())
            : FlowWords.BATCH_FULL;
    int news = 0;
    var refusedIds = new TreeSet<String>();
    for (var job : state.waitingJobs()) {
      if (news == settings.batchLimit()) {
        break;
      } else if (LiveJobs.isSetAside(job) || placements.windows().isTaken(job.id())) {
        continue;
      }
      var missed = JobDependencies.missed(state, job, refusedIds).or(() -> overdue(job, limits));
      boolean isPlannable = LiveJobs.isPlannable(state, job, until);
      if (missed.isPresent()) {
        news++;
        refusedIds.add(job.id());
        refuse(job, missed.get());
      } else {
        var why =
            !isPlannable
                ? Optional.of(notPlannable(job, until))
                : !limits.admits(job)
                    ? limits.reason(job, placements.loads(), bookTick)
                    : Optional.of(noPlace).filter(reason -> leftOut.test(job));
        if (why.filter(reason -> LiveJobs.isNew(job, reason)).isPresent()) {
          news++;
          postpone(job.number(), why.get());
        }
      }
    }
  }

  private Reason notPlannable(JobRecord job, long until) {
    var why = LiveJobs.notPlannable(state, job, until);
    return why.equals(FlowWords.NO_PLAN)
        ? delay(job).orElseGet(() -> workflows.of(state.workflowOf(job).orElseThrow()))
        : why;
  }

  /** Returns the reason of a job that no batch contains if its deadline has passed. */
  private Optional<Reason> overdue(JobRecord job, CycleLimits limits) {
    return job.spec().task().isPresent() || !limits.hasRoom(job)
        ? JobAdmission.passed(job.spec(), state.ticks().instant(planTick), settings)
        : Optional.empty();
  }

  /** Puts jobs of workflows whose windows no longer follow their predecessors into the queue. */
  private void requeueBroken() {
    for (var workflow : state.workflows().values()) {
      for (var job : placements.windows().loseBroken(workflow)) {
        var why = FlowWords.LOST_TURN;
        events.add(new BookEvent.JobRequeued(job.id(), job.number(), why.code(), why.text()));
        JobDependencies.missed(state, job, List.of()).ifPresent(missed -> refuse(job, missed));
      }
    }
  }

  /**
   * Returns a filter for the jobs that were not considered. A job that was tried before keeps its
   * earlier reason.
   */
  private Predicate<JobRecord> leftOut(Set<Long> considered) {
    return job ->
        job.version() <= seen && !job.reason().wasTried() && !considered.contains(job.number());
  }

  /** Returns the numbers of the jobs that a cycle has considered. */
  private static Set<Long> considered(List<FlowEvent> plan) {
    var considered = new TreeSet<Long>();
    for (var event : plan) {
      if (event instanceof FlowEvent.Submitted submitted) {
        considered.add(submitted.job().id().number());
      }
    }
    return considered;
  }

  private Predicate<JobRecord> beyondTheFirst() {
    var places = new AtomicInteger(settings.batchLimit());
    return job -> places.getAndDecrement() <= 0;
  }

  private void take(FlowEvent event) {
    if (event instanceof FlowEvent.Booked won) {
      book(won);
    } else if (event instanceof FlowEvent.Refused no && isForPricesOrMoney(no)) {
      waiting(no.job().number())
          .filter(job -> !settings.withinBalance() || isStillTrue(job, no))
          .ifPresent(job -> postpone(job.number(), delay(why(job, no))));
    } else if (event instanceof FlowEvent.Refused no) {
      delay(no)
          .ifPresentOrElse(
              limit -> postpone(no.job().number(), limit),
              () ->
                  waiting(no.job().number())
                      .filter(job -> isStillTrue(job, no))
                      .ifPresent(job -> refuse(job, why(job, no))));
    } else if (event instanceof FlowEvent.Postponed later) {
      var limit = waiting(later.job().number()).flatMap(this::delay);
      postpone(later.job().number(), limit.orElseGet(() -> FlowWords.of(later)));
    }
  }

  /**
   * Returns the limit of its account because of which a job has to start later, if there is one.
   */
  private Optional<Reason> delay(JobRecord job) {
    return placements.loads().delay(job, bookTick);
  }

  /** Returns the limit because of which a job does not fit before its deadline, if there is one. */
  private Optional<Reason> delay(FlowEvent.Refused no) {
    var now = state.ticks().instant(planTick);
    return waiting(no.job().number())
        .filter(job -> no.why().reason() == RefusalReason.DEADLINE)
        .filter(job -> JobAdmission.overdue(job.spec(), no.why().needed(), now, settings).isEmpty())
        .flatMap(this::delay);
  }

  /** Returns a refusal as a reason to wait. */
  private static Reason delay(Reason why) {
    return why.code().equals(ReasonCode.BUDGET.label())
        ? ReasonCode.BALANCE.reason(why.text())
        : why;
  }

  /** Returns whether a refusal is still valid: the job is unchanged since the plan. */
  private boolean isStillTrue(JobRecord job, FlowEvent.Refused no) {
    return job.version() <= seen && !isPayable(job, no);
  }

  /**
   * Returns whether a job was refused for lack of money that its account has now: a deposit, or an
   * earlier job that was not booked, has made the money available.
   */
  private boolean isPayable(JobRecord job, FlowEvent.Refused no) {
    boolean isForMoney =
        switch (no.why().reason()) {
          case BUDGET -> true;
          case BELOW_ANY_PRICE -> no.why().needed() <= job.spec().costLimitMilli();
          default -> false;
        };
    return isForMoney && no.why().needed() <= placements.available(job.spec().account());
  }

  /**
   * Returns whether a refusal is due to prices or to the balance of the account. Such a job waits,
   * because prices may fall, drained nodes may return, and money may be deposited or paid back.
   */
  private boolean isForPricesOrMoney(FlowEvent.Refused no) {
    return switch (no.why().reason()) {
      case PRICE_LIMIT, BELOW_ANY_PRICE -> true;
      case BUDGET -> settings.withinBalance();
      default -> false;
    };
  }

  private Reason why(JobRecord job, FlowEvent.Refused no) {
    var now = state.ticks().instant(no.tick());
    return JobAdmission.refused(state, job.spec(), no.why(), now, settings);
  }

  private void refuse(JobRecord job, Reason why) {
    refused++;
    events.add(new BookEvent.JobRefused(job.id(), why.code(), why.text()));
  }

  private void book(FlowEvent.Booked won) {
    var waits = waiting(won.job().number());
    if (waits.isEmpty()) {
      return; // cancelled during the cycle
    }
    var job = waits.get();
    var window = won.window();
    var why =
        placements
            .refusal(job, window, window.costMilli())
            .or(() -> arrays.admits(job) ? Optional.empty() : ArrayLimits.reason(state, job));
    if (why.isPresent()) {
      postpone(job.number(), why.get());
    } else {
      booked++;
      placements.spend(job, window.costMilli());
      placements.take(job, window);
      events.add(
          SiteHoldings.booking(
              state, job.id(), cycle, bookTick, window, fleet.names(window), won.movable()));
    }
  }

  private void move(MovesBegun begun, FlowEvent.Moved moved, long unprepared) {
    var movable = state.open().movable(moved.job().number());
    var old =
        movable
            .flatMap(JobRecord::window)
            .flatMap(window -> fleet.window(window, movable.get().nodes()));
    var window = moved.window();
    var nodes = fleet.names(window);
    boolean isInTime =
        old.isPresent()
            && window.start() >= unprepared
            && window.start() < old.get().start()
            && old.get().start() - SiteHoldings.leadTicks(state, movable.get().nodes())
                >= unprepared;
    if (!isInTime) {
      return; // job cancelled or moved, or one of its two windows already being prepared
    } else if (!MoveRule.isWorthIt(begun, old.get().start(), window.start())) {
      return;
    }
    var job = movable.get();
    long more = window.costMilli() - old.get().costMilli();
    if (SiteHoldings.confirms(state, nodes) || SiteHoldings.confirms(state, job.nodes())) {
      // the job keeps its window until its sites confirm the other window
      if (SiteHoldings.keepsSites(state, job.nodes(), nodes)
          && mayMove(job, window, more, withoutTimeOf(job))) {
        placements.vacancy().take(window);
        placements.loads().take(job, window);
        movedTo.add(window);
        events.add(new BookEvent.JobMovePlaced(job.id(), bookTick, window, nodes));
      }
      return;
    }
    var vacancy = placements.vacancy();
    vacancy.giveBack(old.get());
    placements.loads().giveBack(job, old.get());
    if (mayMove(job, window, more, vacancy)) {
      placements.take(job, window);
      movedAway.add(job.id());
      movedTo.add(window);
      events.add(new BookEvent.JobMoved(job.id(), bookTick, window, nodes));
    } else {
      vacancy.take(old.get());
      placements.loads().take(job, old.get());
    }
  }

  /** Returns whether a move is possible, and reserves its additional cost if it is. */
  private boolean mayMove(JobRecord job, Window window, long moreMilli, Vacancy vacant) {
    boolean isPossible = placements.refusal(job, window, moreMilli, vacant).isEmpty();
    if (isPossible) {
      placements.spend(job, moreMilli);
    }
    return isPossible;
  }

  /**
   * Returns the vacancy after the moves so far, without the time of a job. The holds of sites
   * overlap with the leads of their neighbours, so that time cannot be given back one by one.
   */
  private Vacancy withoutTimeOf(JobRecord job) {
    var without =
        Vacancy.of(state, fleet, ALL_TIME, by -> !by.equals(job.id()) && !movedAway.contains(by));
    movedTo.forEach(without::take);
    return without;
  }

  /** Returns whether a window on the named nodes is vacant and all these nodes still exist. */
  public static boolean isFree(BookState state, Fleet fleet, Window window, List<String> nodes) {
    return fleet
        .window(window, nodes)
        .filter(own -> Vacancy.of(state, fleet, ALL_TIME).isFree(own))
        .isPresent();
  }

  /**
   * Returns whether the limits of an account and of a person in the account allow a window.
   *
   * @param jobs number of jobs in the window: 1, or 0 for a reservation
   */
  public static boolean isWithinLimits(
      BookState state, String account, String user, int jobs, Window window) {
    return new AccountLoads(state).refusal(account, user, jobs, window).isEmpty();
  }

  /** Records a reason for waiting, unless it equals the current reason. */
  private void postpone(long number, Reason why) {
    waiting(number)
        .filter(job -> !job.reason().code().equals(why.code()) && mayChange(job))
        .ifPresent(
            job -> events.add(new BookEvent.JobPostponed(job.id(), cycle, why.code(), why.text())));
  }

  /**
   * Returns whether a new reason may be recorded. The first reason, and the first reason after the
   * job has had a place in a cycle, are always recorded. Other reasons are recorded at intervals:
   * otherwise, a client that keeps changing prices or reservations would cause an event for each
   * waiting job.
   */
  private boolean mayChange(JobRecord job) {
    var rest = settings.restOfReasons();
    long since = state.seq() - job.version();
    return rest.isEmpty()
        || PASSING.contains(job.reason().code())
        || since >= (long) rest.get() * state.open().waiting().size();
  }

  /** Returns a job if the job still waits; it may have been cancelled meanwhile. */
  private Optional<JobRecord> waiting(long number) {
    return state.open().waiting().get(number);
  }
}
