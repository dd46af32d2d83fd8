package io.metasched.service.plan;

import io.metasched.metascheduler.workflow.OverlapLimit;
import io.metasched.resource.model.Part;
import io.metasched.resource.model.Window;
import io.metasched.resource.model.WindowRequest;
import io.metasched.service.book.AccountLimits;
import io.metasched.service.book.BookState;
import io.metasched.service.book.ClaimRecord;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.Limits;
import io.metasched.service.book.PartRecord;
import io.metasched.service.book.ReasonCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Jobs and nodes of accounts over time, compared with their limits: of windows of open jobs, of
 * reservations and firm offers, and of windows that are taken later. At each instant, an account
 * and each person in the account is within its limits, unless a limit was lowered.
 *
 * <p>The windows of a batch are not known before its planning. Therefore, an admitted job counts
 * from the earliest start that it was given, without end. Confined to one thread.
 */
final class AccountLoads {
  private static final List<String> CODES =
      Stream.of(
              ReasonCode.ACCOUNT_RUNNING_LIMIT,
              ReasonCode.ACCOUNT_NODES_LIMIT,
              ReasonCode.PERSON_RUNNING_LIMIT,
              ReasonCode.PERSON_NODES_LIMIT)
          .map(ReasonCode::label)
          .toList();

  private final BookState state;
  private final TreeMap<String, List<Load>> bound = new TreeMap<>(); // by account and person
  private final TreeMap<String, Load> loads = new TreeMap<>(); // by account
  private final TreeMap<Long, Long> admitted = new TreeMap<>(); // earliest starts by job number

  /** Limits and load of an account or a person. */
  private record Load(String name, Limits limits, boolean isPerson, StepLoad steps) {}

  /** Excess of a load over a limit. */
  private record Excess(Load load, boolean ofNodes, boolean isJob, int found, int more) {
    Reason reason() {
      int most = (ofNodes ? load.limits.nodes() : load.limits.running()).orElseThrow();
      if (ofNodes) {
        var code = load.isPerson ? ReasonCode.PERSON_NODES_LIMIT : ReasonCode.ACCOUNT_NODES_LIMIT;
        return code.reason(
            more > most
                ? "it asks for %s, but %s may have %,d at once"
                    .formatted(ReasonText.nodes(more), load.name, most)
                : "%s would have %s at once, with %s of this %s; allowed are %,d"
                    .formatted(
                        load.name,
                        ReasonText.nodes((long) found + more),
                        ReasonText.nodes(more),
                        isJob ? "job" : "reservation",
                        most));
      }
      var code = load.isPerson ? ReasonCode.PERSON_RUNNING_LIMIT : ReasonCode.ACCOUNT_RUNNING_LIMIT;
      return code.reason(
          "%s would have %s with windows at once, with this job; allowed are %,d"
              .formatted(load.name, ReasonText.count(found + 1L, "job"), most));
    }
  }

  /** Creates the loads of a state. */
  AccountLoads(BookState state) {
    this(state, by -> true);
  }

  /**
   * Creates the loads of a state.
   *
   * @param counted whether the job or claim with an id counts
   */
  AccountLoads(BookState state, Predicate<String> counted) {
    this.state = state;
    if (AccountLimits.boundAnyWindow(state)) {
      for (var job : state.openJobs()) {
        if (!job.parts().isEmpty() && counted.test(job.id())) {
          count(job);
        }
      }
      for (var claim : state.market().openClaims()) {
        if (!claim.account().isEmpty() && counted.test(claim.id())) {
          // a firm offer is also a job, so that other jobs cannot take its place
          int jobs = claim.kind() == ClaimRecord.Kind.OFFER ? 1 : 0;
          add(claim.account(), claim.user(), jobs, claim.window(), 1);
        }
      }
    }
  }

  private void count(JobRecord job) {
    for (var parts : List.of(job.parts(), job.move())) {
      var open = parts.stream().filter(part -> !part.stage().isFinal()).map(PartRecord::booked);
      window(open).ifPresent(window -> add(job.spec().account(), job.user(), 1, window, 1));
    }
  }

  private static Optional<Window> window(Stream<Part> parts) {
    var all = parts.toList();
    return all.isEmpty() ? Optional.empty() : Optional.of(new Window(all));
  }

  private void add(String account, String user, int jobs, Window window, int times) {
    for (var load : loads(account, user)) {
      load.steps.add(window, jobs * times, times);
    }
  }

  /** Returns the loads of an account and of a person in the account that have limits. */
  private List<Load> loads(String account, String user) {
    return bound.computeIfAbsent(
        account + "\n" + user,
        key -> {
          var limits = AccountLimits.of(state, account);
          var name = "account " + account;
          var of = new ArrayList<Load>();
          if (limits.account().boundWindows()) {
            of.add(
                loads.computeIfAbsent(
                    account, id -> new Load(name, limits.account(), false, new StepLoad())));
          }
          if (limits.person().boundWindows()) {
            of.add(new Load(user + " in " + name, limits.person(), true, new StepLoad()));
          }
          return of;
        });
  }

  // --- exact windows

  /** Returns the reason why the limits forbid a window for a job, if there is one. */
  Optional<Reason> refusal(JobRecord job, Window window) {
    return refusal(job.spec().account(), job.user(), window);
  }

  /** Returns the reason why the limits forbid a window for a person's job, if there is one. */
  Optional<Reason> refusal(String account, String user, Window window) {
    return refusal(account, user, 1, window);
  }

  /**
   * Returns the reason why the limits forbid a window, if there is one.
   *
   * @param jobs number of jobs in the window: 1, or 0 for a reservation
   */
  Optional<Reason> refusal(String account, String user, int jobs, Window window) {
    return excess(account, user, jobs, window).map(Excess::reason);
  }

  private Optional<Excess> excess(String account, String user, int jobs, Window window) {
    for (var load : loads(account, user)) {
      load.steps.add(window, jobs, 1);
      var peak = load.steps.peak(window.start(), window.finish());
      load.steps.add(window, -jobs, -1);
      var found = found(load, peak, jobs, window.parts().size());
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private static Optional<Excess> found(Load load, StepLoad.Peak peak, int jobs, int nodes) {
    if (jobs > 0 && load.limits.running().filter(most -> peak.jobs() > most).isPresent()) {
      return Optional.of(new Excess(load, false, true, peak.jobs() - jobs, jobs));
    } else if (load.limits.nodes().filter(most -> peak.nodes() > most).isPresent()) {
      return Optional.of(new Excess(load, true, jobs > 0, peak.nodes() - nodes, nodes));
    }
    return Optional.empty();
  }

  /** Counts a window that a job has been given. */
  void take(JobRecord job, Window window) {
    take(job.spec().account(), job.user(), window);
  }

  /** Counts a window of a person's job. */
  void take(String account, String user, Window window) {
    add(account, user, 1, window, 1);
  }

  /** Stops counting a window of a job. */
  void giveBack(JobRecord job, Window window) {
    add(job.spec().account(), job.user(), 1, window, -1);
  }

  /** Returns the limits of a person's jobs in an account, for the planning of a workflow. */
  OverlapLimit limit(String account, String user) {
    return new WorkflowLimit(loads(account, user));
  }

  private record WorkflowLimit(List<Load> loads) implements OverlapLimit {
    @Override
    public long allowedFrom(Window window) {
      long from = window.start();
      for (var load : loads) {
        load.steps.add(window, 1, 1);
        from = Math.max(from, load.steps.lastAbove(load.limits, window.start(), window.finish()));
        load.steps.add(window, -1, -1);
      }
      return isPossible(window) ? from : Long.MAX_VALUE;
    }

    private boolean isPossible(Window window) {
      return loads.stream()
          .allMatch(
              load ->
                  load.limits.running().orElse(1) >= 1
                      && load.limits.nodes().orElse(Limits.MOST) >= window.parts().size());
    }

    @Override
    public void take(Window window) {
      loads.forEach(load -> load.steps.add(window, 1, 1));
    }

    @Override
    public OverlapLimit copy() {
      var copies = new ArrayList<Load>();
      for (var load : loads) {
        copies.add(new Load(load.name, load.limits, load.isPerson, load.steps.copy()));
      }
      return new WorkflowLimit(copies);
    }
  }

  // --- batches

  /**
   * Returns the first tick from which a job has room in all later time; {@code
   * WindowRequest.NO_LIMIT} if there is none.
   */
  long roomFrom(String account, String user, int nodes) {
    long from = 0;
    for (var load : loads(account, user)) {
      from = Math.max(from, load.steps.roomFrom(load.limits, nodes));
    }
    return from;
  }

  /** Returns the first tick from which a job has room, as it was admitted or could be admitted. */
  long roomFrom(JobRecord job) {
    var known = admitted.get(job.number());
    return known != null ? known : roomFrom(job.spec().account(), job.user(), job.spec().nodes());
  }

  /**
   * Admits a job that has room from a tick before {@code until}.
   *
   * @return whether the job is admitted, now or before
   */
  boolean admits(JobRecord job, long until) {
    long from = roomFrom(job);
    if (from >= until) {
      return false;
    }
    if (admitted.put(job.number(), from) == null) {
      for (var load : loads(job.spec().account(), job.user())) {
        load.steps.addFrom(from, 1, job.spec().nodes());
      }
    }
    return true;
  }

  /** Returns the reason why a job has no room before a later tick; empty if it has room now. */
  Optional<Reason> delay(String account, String user, int nodes, long now) {
    for (var load : loads(account, user)) {
      if (load.steps.roomFrom(load.limits, nodes) > now) {
        var before = load.steps.peak(now, WindowRequest.NO_LIMIT);
        var peak = new StepLoad.Peak(before.jobs() + 1, before.nodes() + nodes);
        var found = found(load, peak, 1, nodes);
        if (found.isPresent()) {
          return found.map(Excess::reason);
        }
      }
    }
    return Optional.empty();
  }

  /** Returns the reason why a job has no room before a later tick; empty if it has room now. */
  Optional<Reason> delay(JobRecord job, long now) {
    return delay(job.spec().account(), job.user(), job.spec().nodes(), now);
  }

  /** Returns whether a reason for waiting is a limit. */
  static boolean isLimit(Reason why) {
    return CODES.contains(why.code());
  }
}
