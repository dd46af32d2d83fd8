package io.metasched.service.actor;

import io.metasched.resource.model.WindowRequest;
import io.metasched.service.book.ArrayIndices;
import io.metasched.service.book.ArrayShape;
import io.metasched.service.book.BookDecision;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.Dependency;
import io.metasched.service.book.DrainMode;
import io.metasched.service.book.JobIds;
import io.metasched.service.book.JobSpec;
import io.metasched.service.book.JobState;
import io.metasched.service.book.NodePolicy;
import io.metasched.service.book.WeekTimes;
import io.metasched.service.book.WorkflowSpec;
import io.metasched.service.book.WorkflowTask;
import io.metasched.service.plan.JobCommands;
import io.metasched.service.plan.NodeCommands;
import io.metasched.service.run.RunningClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Random sequence of all actions of users, owners and machines on a service. */
final class RandomEvents {
  private static final List<String> COMMANDS =
      List.of("exit-3", "exit-3", "slow", "slow", "hang", "refuse", "half-refuse", "vanish");

  private static final List<DrainMode> MODES = List.of(DrainMode.values());

  private final RandomGenerator random;
  private final int nodes;
  private final List<String> submitted = new ArrayList<>();
  private final RunningClock clock;

  RandomEvents(RandomGenerator random, int nodes, RunningClock clock) {
    this.random = random;
    this.nodes = nodes;
    this.clock = clock;
  }

  /** Performs several random actions, then submits a job and may act on this job. */
  void step(LiveService service) {
    for (int i = random.nextInt(3); i > 0; i--) {
      something(service);
    }
    if (random.nextInt(6) == 0) {
      var unused = service.inTheNextCycle(this::cancelled);
    } else if (random.nextInt(8) == 0) {
      var unused =
          service.inTheNextCycle(
              state -> service.reserve(state, 1, Duration.ofMillis(900), Duration.ofSeconds(3)));
    }
    var id = service.submit(spec());
    submitted.add(id);
    service.await(
        id, job -> job.state() != JobState.WAITING || !job.reason().code().equals("none"));
  }

  private JobSpec spec() {
    var command = COMMANDS.get(random.nextInt(COMMANDS.size()));
    var time = Duration.ofMillis(1000 + random.nextInt(90) * 100L);
    var spec = LiveService.spec(command, 1 + random.nextInt(2), time);
    long budget =
        random.nextInt(3) == 0
            ? spec.nodes() * time.toMillis() + random.nextInt(100)
            : WindowRequest.NO_LIMIT;
    var deadline =
        random.nextInt(4) == 0
            ? Optional.of(clock.instant().plus(time).plusSeconds(8))
            : Optional.<java.time.Instant>empty();
    var limited = spec.withCostLimitMilli(budget).withDeadline(deadline);
    return deadline.isEmpty() && random.nextInt(8) == 0 ? later(limited) : limited;
  }

  /** Returns the job with a start shortly after the horizon of the present cycles. */
  private JobSpec later(JobSpec spec) {
    var soon = clock.instant().plus(LiveService.HORIZON).plusMillis(random.nextInt(2000));
    return spec.withNotBefore(Optional.of(soon));
  }

  private BookDecision<JobCommands.Result> cancelled(BookState state) {
    for (var each : state.openJobs()) {
      if (random.nextInt(2) == 0) {
        return JobCommands.cancel(state, each.id());
      }
    }
    return JobCommands.cancel(state, submitted.isEmpty() ? "" : submitted.get(0));
  }

  private String node() {
    int node = random.nextInt(nodes);
    return "d" + node % 2 + "-" + node;
  }

  private void something(LiveService service) {
    var node = node();
    switch (random.nextInt(12)) {
      case 8 -> decide(service, array());
      case 9, 10 -> decide(service, workflow());
      case 0, 1 -> decide(service, this::cancelled);
      case 2 -> {
        var mode = MODES.get(random.nextInt(MODES.size()));
        decide(service, state -> NodeCommands.drain(state, node, mode, "test"));
      }
      case 3, 4 -> {
        for (int i = 0; i < nodes; i++) {
          var name = "d" + i % 2 + "-" + i;
          decide(service, state -> NodeCommands.resume(state, name));
        }
      }
      case 5 ->
          decide(
              service,
              state ->
                  service.reserve(
                      state,
                      1,
                      Duration.ofMillis(800 + random.nextInt(3000)),
                      Duration.ofMillis(1000 + random.nextInt(3000))));
      case 6 ->
          decide(
              service,
              state ->
                  service.market.localJob(
                      state,
                      node,
                      "own",
                      "owner",
                      clock.instant(),
                      500 + random.nextInt(2500),
                      clock.instant()));
      case 7 -> decide(service, state -> BookDecision.of(new BookEvent.PolicySet(policy(node)), 0));
      default ->
          decide(
              service,
              state ->
                  BookDecision.of(
                      new BookEvent.Deposited("a", 1 + random.nextInt(1000), Optional.empty(), ""),
                      0));
    }
  }

  /** Returns the submission of an array, most of which have a limit. */
  private Function<BookState, BookDecision<String>> array() {
    var spec = spec().withNodes(1);
    var indices = ArrayIndices.parse("1-" + (2 + random.nextInt(3)));
    var shape = new ArrayShape(indices, Optional.of(random.nextInt(3)).filter(most -> most > 0));
    return state -> {
      long number = state.nextNumber();
      var id = JobIds.of(clock.instant(), number);
      return BookDecision.of(
          new BookEvent.ArraySubmitted(id, number, "u", spec, shape, Optional.empty(), ""), id);
    };
  }

  /** Returns the submission of a workflow of three jobs, some with a budget. */
  private Function<BookState, BookDecision<String>> workflow() {
    var specs = List.of(spec(), spec(), spec());
    boolean isChain = random.nextBoolean();
    var budget = Optional.of(3000L + random.nextInt(20_000)).filter(any -> random.nextBoolean());
    var outcome = random.nextBoolean() ? Dependency.Outcome.OK : Dependency.Outcome.ANY;
    return state -> {
      long number = state.nextNumber();
      var id = JobIds.of(clock.instant(), number);
      var ids = new ArrayList<String>();
      var jobs = new ArrayList<BookEvent>();
      for (var spec : specs) {
        long own = number + 1 + ids.size();
        var after =
            ids.isEmpty()
                ? List.<Dependency>of()
                : List.of(new Dependency(ids.get(isChain ? ids.size() - 1 : 0), outcome));
        var task = spec.withAfter(after).withTask(Optional.of(new WorkflowTask(id, "t" + own)));
        ids.add(JobIds.of(clock.instant(), own));
        jobs.add(
            new BookEvent.JobSubmitted(
                ids.get(ids.size() - 1), own, "u", task, Optional.empty(), ""));
      }
      var spec = new WorkflowSpec("w", specs.get(0).account(), budget, Optional.empty(), "heft");
      jobs.add(
          0, new BookEvent.WorkflowSubmitted(id, number, "u", spec, ids, Optional.empty(), ""));
      return new BookDecision<>(jobs, id);
    };
  }

  private NodePolicy policy(String node) {
    long price = 900L + random.nextInt(200);
    var always = new WeekTimes(List.of(), 0, 12 * 60);
    long lead = random.nextBoolean() ? random.nextInt(3000) : 0;
    return random.nextBoolean()
        ? NodePolicy.simple(node, price)
        : new NodePolicy(
            node, price, List.of(new NodePolicy.Tariff(always, price / 2)), lead, true, List.of());
  }

  private static <T> void decide(LiveService service, Function<BookState, BookDecision<T>> decide) {
    try {
      service.decide(decide);
    } catch (CompletionException refused) {
      // not possible in the present state
    }
  }
}
