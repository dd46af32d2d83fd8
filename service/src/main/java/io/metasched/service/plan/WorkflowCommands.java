package io.metasched.service.plan;

import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Dependency;
import io.metasched.service.book.JobIds;
import io.metasched.service.book.JobRecord.Reason;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.Money;
import io.metasched.service.book.ReasonCode;
import io.metasched.service.book.WorkflowSpec;
import io.metasched.service.book.WorkflowTask;
import io.metasched.service.plan.JobCommands.Outcome;
import io.metasched.service.plan.JobCommands.Result;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/** Commands on whole workflows. The decisions follow from the book alone. */
public record WorkflowCommands(JobCommands jobs) {

  /**
   * Job of a workflow in a request.
   *
   * @param name name in the workflow
   * @param spec specification without dependencies
   * @param after names of preceding tasks with their required outcomes
   */
  public record Task(String name, JobSpec spec, Map<String, Dependency.Outcome> after) {
    public Task {
      after = new TreeMap<>(after);
    }
  }

  /**
   * Workflow in a request.
   *
   * @param tasks the jobs; each comes after its predecessors
   */
  public record Wanted(WorkflowSpec spec, List<Task> tasks) {
    public Wanted {
      tasks = List.copyOf(tasks);
    }
  }

  /**
   * Submits a workflow, all of whose jobs are accepted or none.
   *
   * @param offer offer that the workflow accepts: all its windows are booked, or the workflow is
   *     refused
   */
  public BookDecision<Result> submit(
      BookState state,
      Wanted wanted,
      String user,
      Optional<WorkflowOffer> offer,
      Optional<String> key,
      String digest,
      Instant now) {
    var account = wanted.spec().account();
    if (state.payer(account).isEmpty()) {
      return JobCommands.none(Outcome.NO_ACCOUNT, account);
    }
    var repeated = JobCommands.repeated(state, user, account, key, digest);
    if (repeated.isPresent()) {
      return repeated.get();
    }
    return refusal(state, wanted, now)
        .or(() -> offer.flatMap(each -> gone(state, each, wanted, user, now)))
        .or(
            () ->
                offer.isPresent()
                    ? Optional.empty()
                    : Quotas.waiting(state, account, user, wanted.tasks().size()))
        .map(BookDecision::<Result>none)
        .orElseGet(
            () -> {
              var events = submitted(state, wanted, user, key, digest, now);
              var made = (BookEvent.WorkflowSubmitted) events.get(0);
              offer.ifPresent(each -> events.addAll(booked(state, each, made.jobs(), now)));
              return new BookDecision<>(events, new Result(Outcome.DONE, made.id()));
            });
  }

  /** Returns the bookings of the windows of an offer for the submitted jobs, in their order. */
  private static List<BookEvent> booked(
      BookState state, WorkflowOffer offer, List<String> ids, Instant now) {
    var events = new ArrayList<BookEvent>();
    for (int i = 0; i < ids.size(); i++) {
      events.add(
          SiteHoldings.booking(
              state,
              ids.get(i),
              OfferCommands.NO_CYCLE,
              state.ticks().at(now),
              offer.windows().get(i),
              offer.nodes().get(i),
              true));
    }
    return events;
  }

  /** Returns the reason why a workflow cannot accept an offer, if there is one. */
  private Optional<Result> gone(
      BookState state, WorkflowOffer offer, Wanted wanted, String user, Instant now) {
    boolean isOfAccount = offer.account().equals(wanted.spec().account());
    if (!isOfAccount || !offer.tasks().equals(wanted.tasks())) {
      return impossible(
          ReasonCode.OFFER_OF_ANOTHER_JOB,
          "the offer %s was made for %s"
              .formatted(
                  offer.id(), isOfAccount ? "a workflow with other jobs" : "another account"));
    }
    var by = wanted.spec().deadline().map(state.ticks()::at).orElse(Long.MAX_VALUE);
    if (offer.finish() > by
        || offer.costMilli() > wanted.spec().budgetMilli().orElse(Long.MAX_VALUE)) {
      return impossible(
          ReasonCode.OFFER_OVER_LIMITS,
          "the offer %s ends at %s for %s, which is not within the limits of the workflow"
              .formatted(
                  offer.id(),
                  ReasonText.time(state.ticks().instant(offer.finish())),
                  Money.format(offer.costMilli())));
    }
    long balance = state.account(offer.account()).orElseThrow().balanceMilli();
    if (offer.costMilli() > balance) {
      return Optional.of(
          JobAdmission.unpaid(state, offer.account(), "costs", offer.costMilli(), balance));
    }
    return jobs.market().offers().areThere(state, offer, now)
        ? OfferCommands.overLimit(state, offer, user).map(Quotas::exceeded)
        : Optional.of(OfferCommands.gone(offer.id(), OfferCommands.TAKEN));
  }

  /** Refuses a workflow that accepts an offer which no longer exists, unless it is a repetition. */
  public BookDecision<Result> replayed(
      BookState state,
      Wanted wanted,
      String offer,
      String user,
      Optional<String> key,
      String digest) {
    return JobCommands.repeated(state, user, wanted.spec().account(), key, digest)
        .orElseGet(() -> BookDecision.none(OfferCommands.gone(offer, "is gone")));
  }

  private static List<BookEvent> submitted(
      BookState state,
      Wanted wanted,
      String user,
      Optional<String> key,
      String digest,
      Instant now) {
    long number = state.nextNumber();
    var id = JobIds.of(now, number);
    var ids = new TreeMap<String, String>();
    var inOrder = new ArrayList<String>();
    var jobs = new ArrayList<BookEvent>();
    for (var task : wanted.tasks()) {
      long own = number + 1 + inOrder.size();
      var job = JobIds.of(now, own);
      var after = new ArrayList<Dependency>();
      task.after()
          .forEach(
              (name, outcome) ->
                  after.add(new Dependency(Objects.requireNonNull(ids.get(name)), outcome)));
      var spec =
          bounded(wanted.spec(), task.spec())
              .with()
              .after(after)
              .task(Optional.of(new WorkflowTask(id, task.name())))
              .build();
      jobs.add(new BookEvent.JobSubmitted(job, own, user, spec, Optional.empty(), digest));
      ids.put(task.name(), job);
      inOrder.add(job);
    }
    var events = new ArrayList<BookEvent>();
    events.add(
        new BookEvent.WorkflowSubmitted(id, number, user, wanted.spec(), inOrder, key, digest));
    events.addAll(jobs);
    return events;
  }

  /** Returns the specification of a job with the deadline of its workflow, if that is earlier. */
  static JobSpec bounded(WorkflowSpec workflow, JobSpec spec) {
    var deadline = workflow.deadline().filter(by -> spec.deadline().filter(by::isAfter).isEmpty());
    return deadline.isPresent() ? spec.withDeadline(deadline) : spec;
  }

  /** Returns the reason why a workflow cannot run under the current conditions, if there is one. */
  public Optional<Result> refusal(BookState state, Wanted wanted, Instant now) {
    var overQuota =
        jobs.market()
            .quotas()
            .refusal(
                state, wanted.spec().account(), wanted.tasks().stream().map(Task::spec).toList());
    if (overQuota.isPresent()) {
      return overQuota;
    }
    var account = state.account(wanted.spec().account()).orElseThrow();
    long cost = 0;
    var ends = new TreeMap<String, Long>(); // least time to the end of each task
    var soonest = now.plus(jobs.settings().lead());
    long longest = 0;
    var firstLate = Optional.<Result>empty(); // refusal of the first job that ends too late
    for (var task : wanted.tasks()) {
      var spec = bounded(wanted.spec(), task.spec());
      var refusal = jobs.refusal(state, spec, account, now);
      if (refusal.isPresent()) {
        return refusal.map(why -> named(task.name(), why));
      }
      var least = jobs.least(state, spec, now);
      cost = Math.min(cost, Money.MOST_MILLI) + least.costMilli(); // does not overflow
      long end = ticksUntil(spec, soonest);
      for (var before : task.after().keySet()) {
        end = Math.max(end, ends.getOrDefault(before, 0L));
      }
      end += least.ticks();
      ends.put(task.name(), end);
      longest = Math.max(longest, end);
      var late =
          tooLong(task.spec().deadline(), "it and the jobs before it take", end, now, soonest);
      firstLate = firstLate.or(() -> late.map(why -> named(task.name(), refused(why))));
    }
    long chain = longest;
    var late = firstLate;
    return tooExpensive(state, wanted.spec(), cost, account.balanceMilli())
        .or(
            () ->
                tooLong(
                        wanted.spec().deadline(),
                        "its longest chain of jobs takes",
                        chain,
                        now,
                        soonest)
                    .map(WorkflowCommands::refused))
        .or(() -> late);
  }

  /** Returns the time from {@code soonest} to the earliest start of a job, in ticks; at least 0. */
  static long ticksUntil(JobSpec spec, Instant soonest) {
    return spec.notBefore()
        .map(from -> Math.max(0, Duration.between(soonest, from).toMillis()))
        .orElse(0L);
  }

  private static Result named(String task, Result why) {
    var reason = new Reason(why.why().code(), "job %s: %s".formatted(task, why.why().text()));
    return new Result(why.outcome(), why.id(), reason);
  }

  private static Optional<Result> tooExpensive(
      BookState state, WorkflowSpec spec, long cost, long balanceMilli) {
    long budget = spec.budgetMilli().orElse(Long.MAX_VALUE);
    if (cost > budget) {
      var text = "its jobs cost at least %s, but its budget is %s";
      return impossible(
          ReasonCode.WORKFLOW_BUDGET, text.formatted(Money.format(cost), Money.format(budget)));
    }
    return cost <= balanceMilli
        ? Optional.empty()
        : Optional.of(
            JobAdmission.unpaid(state, spec.account(), "needs at least", cost, balanceMilli));
  }

  /**
   * Returns the reason why a chain of jobs does not end by a deadline, if it does not.
   *
   * @param chain beginning of the text, up to the time that the chain takes
   * @param ticks least time of the chain after {@code soonest}, in ticks
   */
  static Optional<Reason> tooLong(
      Optional<Instant> deadline, String chain, long ticks, Instant now, Instant soonest) {
    return deadline
        .filter(by -> soonest.plusMillis(ticks).isAfter(by))
        .map(
            by ->
                ReasonCode.WORKFLOW_DEADLINE.reason(
                    ReasonText.lengths(
                        chain + " at least %s, but its deadline is in %s",
                        ticks,
                        Math.max(0, Duration.between(now, by).toMillis()))));
  }

  private static Optional<Result> impossible(ReasonCode code, String text) {
    return Optional.of(refused(code.reason(text)));
  }

  private static Result refused(Reason why) {
    return new Result(Outcome.IMPOSSIBLE, "", why);
  }

  /** Cancels all jobs of a workflow that have not ended. */
  public static BookDecision<Result> cancel(BookState state, String id) {
    var workflow = state.workflow(id);
    if (workflow.isEmpty()) {
      return JobCommands.none(Outcome.NO_WORKFLOW, id);
    }
    return JobCommands.cancelAll(state, id, workflow.get().jobs(), state.jobsOf(workflow.get()));
  }
}
