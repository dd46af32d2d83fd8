package io.metasched.service.site.slurm;

import io.metasched.service.site.HoldFinding;
import io.metasched.service.site.HoldRefusal;
import io.metasched.service.site.HoldRefusal.Reason;
import io.metasched.service.site.SiteException;
import io.metasched.service.site.SiteHold;
import io.metasched.service.site.SiteHolds;
import java.time.Clock;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Holds as reservations of Slurm, one for each part, because Slurm 22.05 cannot remove single nodes
 * from a reservation. Slurm refuses a second reservation with the same name, so that a name makes
 * the creation idempotent.
 */
public final class SlurmHolds implements SiteHolds {
  private static final Duration TRIAL_AHEAD = Duration.ofDays(300);
  private static final Duration IDLE = Duration.ofSeconds(10);

  private final SlurmCommands slurm;
  private final CalendarRules rules;
  private final Clock clock;
  private final Executor executor;

  /**
   * Creates the holds of one agent, with one call at a time.
   *
   * @param rules partition for sale, and prefix and users of our reservations
   * @param clock clock of the site
   */
  public SlurmHolds(SlurmCommands slurm, CalendarRules rules, Clock clock) {
    this(slurm, rules, clock, Runnable::run);
  }

  private SlurmHolds(SlurmCommands slurm, CalendarRules rules, Clock clock, Executor executor) {
    this.slurm = slurm;
    this.rules = rules;
    this.clock = clock;
    this.executor = executor;
  }

  /**
   * Creates the holds of one agent, with several calls at a time.
   *
   * @param calls maximum number of calls at a time, at least 1
   */
  public static SlurmHolds parallel(
      SlurmCommands slurm, CalendarRules rules, Clock clock, int calls) {
    var threads =
        new ThreadPoolExecutor(
            calls,
            calls,
            IDLE.toMillis(),
            TimeUnit.MILLISECONDS,
            new LinkedBlockingQueue<>(),
            work -> {
              var thread = new Thread(work, "site-holds");
              thread.setDaemon(true);
              return thread;
            });
    threads.allowCoreThreadTimeOut(true); // so that no shutdown is needed
    return new SlurmHolds(slurm, rules, clock, threads);
  }

  /** Change by Slurm. */
  private interface Change {
    void make() throws SlurmException;
  }

  /**
   * Makes a change.
   *
   * @return the refusal, after which nothing has changed; empty if the change is made
   * @throws SiteException if it is unknown whether the change is made
   */
  private static Optional<SlurmRefusal> change(Change change) throws SiteException {
    try {
      change.make();
      return Optional.empty();
    } catch (SlurmException e) {
      if (e instanceof SlurmRefusal refusal) {
        return Optional.of(refusal);
      }
      throw new SiteException(String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Makes a change whose result is a hold. If the change is not answered, looks the hold up by
   * name.
   */
  private Optional<SlurmRefusal> change(SiteHold wanted, Change change) throws SiteException {
    try {
      return change(change);
    } catch (SiteException unanswered) {
      if (isThere(wanted)) {
        return Optional.empty();
      }
      throw unanswered;
    }
  }

  @Override
  public Optional<HoldRefusal> hold(Collection<SiteHold> parts) throws SiteException {
    return hold(parts, state());
  }

  @Override
  public List<CompletableFuture<Optional<HoldRefusal>>> holdEach(
      List<? extends Collection<SiteHold>> bookings) {
    HoldState before;
    try {
      before = state();
    } catch (SiteException e) {
      return Collections.nCopies(bookings.size(), CompletableFuture.failedFuture(e));
    }
    var results = bookings.stream().map(parts -> inParallel(() -> hold(parts, before))).toList();
    results.forEach(SlurmHolds::await);
    return results;
  }

  private HoldState state() throws SiteException {
    return SlurmQuery.answer(() -> HoldState.read(slurm, rules));
  }

  private Optional<HoldRefusal> hold(Collection<SiteHold> parts, HoldState before)
      throws SiteException {
    for (var part : parts) {
      requireOurs(part.name());
      var obstacle = obstacle(part, before);
      if (obstacle.isPresent()) {
        return obstacle;
      }
    }
    var changed = new ArrayList<SiteHold>(); // by this call
    // in order of names: of two services that book the same nodes, one gets all of them
    for (var part : parts.stream().sorted(Comparator.comparing(SiteHold::name)).toList()) {
      if (before.reservations().has(part)) {
        continue;
      }
      boolean exists = before.reservations().named(part.name()).isPresent();
      var refusal = exists ? move(part) : create(part);
      if (refusal.isPresent()) {
        undo(changed, before);
        return refusal;
      }
      changed.add(part);
    }
    return Optional.empty();
  }

  /** Releases the holds that did not exist before, and moves the others back. */
  private void undo(Collection<SiteHold> changed, HoldState before) throws SiteException {
    var made = new ArrayList<String>();
    for (var each : changed) {
      var known = before.reservations().named(each.name());
      if (known.isEmpty()) {
        made.add(each.name());
      } else if (known.get().hold().isPresent()) {
        var unused = move(known.get().hold().get()); // after a refusal, the next check finds it
      }
    }
    // on this thread: all threads of the pool may be waiting here
    new SlurmHolds(slurm, rules, clock).release(made);
  }

  /**
   * Returns a refusal that Slurm would not give: Slurm reserves nodes that are drained, or reserved
   * for maintenance, and looks for overlaps with a recurring reservation only a week ahead.
   */
  private Optional<HoldRefusal> obstacle(SiteHold part, HoldState before) {
    var fault = before.fault(part.node());
    if (fault.isPresent()) {
      return Optional.of(new HoldRefusal(part.name(), Reason.NODE_UNUSABLE, fault.get()));
    }
    var reservations = before.reservations();
    return reservations.has(part)
        ? Optional.empty()
        : reservations.overlapping(part, clock.instant()).stream()
            .findFirst()
            .map(
                other -> new HoldRefusal(part.name(), Reason.TAKEN, "reservation " + other.name()));
  }

  private void requireOurs(String name) {
    if (!name.startsWith(rules.prefix())) {
      throw new IllegalArgumentException(
          "a hold is named %s..., given was %s".formatted(rules.prefix(), name));
    }
  }

  private Optional<HoldRefusal> create(SiteHold part) throws SiteException {
    var request =
        new NewReservation(
            part.name(), part.start(), part.end(), List.of(part.node()), rules.users(), List.of());
    var refusal = change(part, () -> slurm.create(request));
    if (refusal.isEmpty()) {
      return Optional.empty();
    }
    // Slurm checks the start and overlaps before names, so that a repetition gets other reasons
    var known = named(part.name());
    if (known.flatMap(SiteReservation::hold).filter(part::equals).isPresent()) {
      return Optional.empty();
    }
    return known
        .map(each -> new HoldRefusal(part.name(), Reason.NAME_TAKEN, each.place()))
        .or(() -> refusal.map(why -> refused(part.name(), why)));
  }

  /** Moves a hold to another time or node in one step; if Slurm refuses, the hold is unchanged. */
  private Optional<HoldRefusal> move(SiteHold to) throws SiteException {
    var place = ReservationChange.to(to.start(), to.end(), List.of(to.node()));
    return change(to, () -> slurm.update(to.name(), place)).map(why -> refused(to.name(), why));
  }

  private static HoldRefusal refused(String name, SlurmRefusal refusal) {
    var reason =
        switch (refusal.reason()) {
          case OVERLAPS, NODES_BUSY -> Reason.TAKEN;
          case NAME_TAKEN -> Reason.NAME_TAKEN;
          case UNKNOWN_NAME -> Reason.UNKNOWN_NAME;
          case UNKNOWN_NODE -> Reason.NODE_UNUSABLE;
          case NOT_PERMITTED -> Reason.NOT_PERMITTED;
          case IN_USE, INVALID, NO_ACCOUNTING -> Reason.OTHER;
        };
    return new HoldRefusal(name, reason, String.valueOf(refusal.getMessage()));
  }

  /** Returns whether the site has exactly this hold. */
  private boolean isThere(SiteHold wanted) throws SiteException {
    return named(wanted.name()).flatMap(SiteReservation::hold).filter(wanted::equals).isPresent();
  }

  private Optional<SiteReservation> named(String name) throws SiteException {
    return SlurmQuery.answer(slurm::reservations).stream()
        .filter(each -> each.name().equals(name))
        .findFirst();
  }

  @Override
  public void release(Collection<String> names) throws SiteException {
    names.forEach(this::requireOurs);
    var inUse = new ConcurrentSkipListSet<String>();
    var results =
        new ArrayList<>(
            names.stream()
                .map(name -> inParallel(() -> isInUse(name) ? inUse.add(name) : false))
                .toList());
    results.forEach(SlurmHolds::await);
    if (!inUse.isEmpty()) {
      results.add(inParallel(() -> cancelJobs(inUse)));
      results.forEach(SlurmHolds::await);
      inUse.forEach(name -> results.add(inParallel(() -> delete(name))));
    }
    for (var result : results) { // after an attempt to release each of them
      result(result);
    }
  }

  /** Deletes a reservation, unless it has jobs or does not exist; returns whether it has jobs. */
  private boolean isInUse(String name) throws SiteException {
    var refusal = change(() -> slurm.delete(name));
    if (refusal.isPresent()
        && !isBecause(refusal, SlurmRefusal.Reason.UNKNOWN_NAME)
        && !isBecause(refusal, SlurmRefusal.Reason.IN_USE)) {
      throw new SiteException(String.valueOf(refusal.get().getMessage()), refusal.get());
    }
    return isBecause(refusal, SlurmRefusal.Reason.IN_USE);
  }

  private boolean delete(String name) throws SiteException {
    if (isInUse(name)) {
      throw new SiteException(
          "reservation %s still has jobs".formatted(name), new IllegalStateException());
    }
    return true;
  }

  private static boolean isBecause(Optional<SlurmRefusal> refusal, SlurmRefusal.Reason reason) {
    return refusal.filter(why -> why.reason() == reason).isPresent();
  }

  private boolean cancelJobs(Set<String> reservations) throws SiteException {
    var ids =
        SlurmQuery.answer(() -> slurm.jobsOf(rules.users())).stream()
            .filter(job -> job.reservation().filter(reservations::contains).isPresent())
            .filter(job -> !job.state().isOver())
            .map(SiteJob::id)
            .toList();
    return change(() -> slurm.cancel(ids)).isEmpty(); // a refusal appears again at the deletion
  }

  @Override
  public List<HoldFinding> check(Collection<SiteHold> booked) throws SiteException {
    return HoldCheck.of(booked, state(), rules, clock.instant());
  }

  @Override
  public Optional<String> whyNotPermitted(String node) throws SiteException {
    var start = clock.instant().truncatedTo(ChronoUnit.SECONDS).plus(TRIAL_AHEAD);
    var name = rules.prefix() + "trial";
    var request =
        new NewReservation(
            name, start, start.plusSeconds(1), List.of(node), rules.users(), List.of());
    var refusal = change(() -> slurm.create(request)); // Slurm checks the permission first
    if (!isBecause(refusal, SlurmRefusal.Reason.NOT_PERMITTED)) {
      release(List.of(name));
      return Optional.empty();
    }
    return refusal.map(why -> String.valueOf(why.getMessage()));
  }

  // calls at the same time

  /** Call to Slurm. */
  private interface SiteCall<T> {
    T make() throws SiteException;
  }

  private <T> CompletableFuture<T> inParallel(SiteCall<T> call) {
    var result = new CompletableFuture<T>();
    executor.execute(
        () -> {
          try {
            result.complete(call.make());
          } catch (SiteException | RuntimeException | Error e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  private static void await(CompletableFuture<?> result) {
    result.handle((done, failure) -> true).join();
  }

  private static <T> T result(CompletableFuture<T> call) throws SiteException {
    try {
      return call.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof SiteException failure) {
        throw failure;
      }
      throw e;
    }
  }
}
