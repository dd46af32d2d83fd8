package io.metasched.service.actor;

import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.service.book.BookEvent;
import io.metasched.service.book.BookState;
import io.metasched.service.book.JobRecord;
import io.metasched.service.book.JobState;
import io.metasched.service.book.Recorded;
import io.metasched.service.plan.CoallocatedStart;
import io.metasched.service.plan.CoallocatedStart.PartOrder;
import io.metasched.service.plan.NodeCommands;
import io.metasched.service.plan.RunDecisions;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.StagedFile;
import io.metasched.service.store.BookKeeper;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Coordinator of the runs of booked jobs: prepares their parts, starts them when all are ready,
 * ends them when they are cancelled, and records the reports of machines in the book. Each command
 * to a machine is repeated until a fact answers it; a report is acknowledged after it is recorded
 * in the book. State that is not in the book is rebuilt from the machines' reports.
 */
public final class RunCoordinator extends AbstractBehavior<RunCoordinator.Command> {
  private static final Duration CHECK = Duration.ofMillis(20);
  private static final String NAME = "runs";
  private static final String PREPARE = "prepare";
  private static final Logger LOG = LoggerFactory.getLogger(RunCoordinator.class);

  /** Messages of the run coordinator. */
  public sealed interface Command {}

  private record Tick() implements Command {}

  private record Committed(List<Recorded> events) implements Command {}

  private record Heard(RunFact fact) implements Command {}

  private record Written(RunFact fact, boolean acknowledge) implements Command {}

  private record Sent(RunId id, String what, Throwable why) implements Command {}

  private record Due(long millis, String id) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = Long.compare(millis, other.millis);
      return byTime != 0 ? byTime : id.compareTo(other.id);
    }
  }

  /** Job that has a window, or has runs that some machines have not deleted yet. */
  private static final class Active {
    final String id;
    final int attempt;
    final int parts;
    final TreeSet<Integer> prepared = new TreeSet<>();
    final TreeSet<Integer> ready = new TreeSet<>();
    final TreeSet<Integer> over = new TreeSet<>();
    final PrepareFailures failures = new PrepareFailures();
    // kept until all parts are ready
    Optional<CompletionStage<List<StagedFile>>> input = Optional.empty();
    long due;

    Active(JobRecord job) {
      id = job.id();
      attempt = job.attempt();
      parts = job.parts().size();
    }

    CoallocatedStart.Attempt seen() {
      return new CoallocatedStart.Attempt(id, attempt, prepared, ready, over);
    }

    String key() {
      return id + "." + attempt;
    }

    RunId run(int part) {
      return new RunId(id, attempt, part);
    }
  }

  private final BookKeeper keeper;
  private final RunExecutor executor;
  private final CoallocatedStart.Times settings;
  private final Clock clock;
  private final TreeMap<String, Active> active = new TreeMap<>();
  private final TreeSet<Due> agenda = new TreeSet<>();
  private final FailedOrders failed = new FailedOrders();
  private final Executor blocking;

  private RunCoordinator(
      ActorContext<Command> context,
      TimerScheduler<Command> timers,
      BookKeeper keeper,
      RunExecutor executor,
      CoallocatedStart.Times settings,
      Clock clock) {
    super(context);
    this.keeper = keeper;
    this.executor = executor;
    this.settings = settings;
    this.clock = clock;
    blocking = context.getSystem().dispatchers().lookup(DispatcherSelector.blocking());
    var self = context.getSelf();
    keeper.listen(events -> self.tell(new Committed(events)));
    for (var job : keeper.state().openJobs()) {
      if (!job.parts().isEmpty() && job.state() != JobState.PLACED) {
        watch(job);
      }
    }
    executor.listen(fact -> self.tell(new Heard(fact)));
    timers.startTimerWithFixedDelay(new Tick(), CHECK);
  }

  /** Creates a coordinator that resumes the jobs with windows in the book. */
  public static Behavior<Command> create(
      BookKeeper keeper, RunExecutor executor, CoallocatedStart.Times settings, Clock clock) {
    return Behaviors.setup(
        context ->
            Behaviors.withTimers(
                timers -> new RunCoordinator(context, timers, keeper, executor, settings, clock)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Tick.class, this::onTick)
        .onMessage(Committed.class, this::onCommitted)
        .onMessage(Heard.class, this::onHeard)
        .onMessage(Written.class, this::onWritten)
        .onMessage(Sent.class, this::onSent)
        .build();
  }

  // --- when something is due

  private void watch(JobRecord job) {
    var one = new Active(job);
    if (job.state() != JobState.BOOKED) {
      for (int part = 0; part < one.parts; part++) {
        one.prepared.add(part); // prepared by an earlier incarnation
      }
    }
    if (active.putIfAbsent(one.key(), one) == null) {
      schedule(one, clock.millis());
    }
  }

  private void watch(String id) {
    keeper
        .state()
        .job(id)
        .filter(job -> !job.parts().isEmpty() && job.state() != JobState.PLACED)
        .ifPresent(this::watch);
  }

  private void schedule(Active one, long millis) {
    agenda.remove(new Due(one.due, one.key()));
    one.due = millis;
    agenda.add(new Due(millis, one.key()));
  }

  private void soon(String id) {
    keeper
        .state()
        .job(id)
        .map(job -> active.get(id + "." + job.attempt()))
        .ifPresent(one -> schedule(one, clock.millis()));
  }

  private Behavior<Command> onTick(Tick tick) {
    long now = clock.millis();
    while (!agenda.isEmpty() && agenda.first().millis() <= now) {
      var due = agenda.pollFirst();
      var one = due == null ? null : active.get(due.id());
      if (one != null) {
        see(one, now);
      }
    }
    return this;
  }

  private void see(Active one, long now) {
    var state = keeper.state();
    var orders = CoallocatedStart.orders(state, one.seen(), settings, now);
    var job = state.job(one.id);
    if (job.filter(each -> each.attempt() == one.attempt && each.state() == JobState.BOOKED)
        .isEmpty()) {
      one.failures.clear();
    }
    for (var order : orders.parts()) {
      job.ifPresent(known -> send(one, known, order, state));
    }
    if (orders.decision() == CoallocatedStart.Decision.START_ALL) {
      keeper.decide(NAME, "", s -> RunDecisions.starting(s, one.id, one.attempt));
    } else if (orders.decision() == CoallocatedStart.Decision.START_NONE) {
      var parts = job.orElseThrow().parts();
      var nodes = one.failures.words(one.parts, one.ready, part -> parts.get(part).node());
      var ready = List.copyOf(one.ready);
      keeper.decide(NAME, "", s -> RunDecisions.notReady(s, one.id, one.attempt, ready, nodes));
    }
    orders
        .lookAgainMillis()
        .ifPresentOrElse(millis -> schedule(one, millis), () -> active.remove(one.key()));
  }

  private void send(Active one, JobRecord job, PartOrder order, BookState state) {
    int part = order.part();
    var id = one.run(part);
    switch (order.order()) {
      case PREPARE -> {
        one.prepared.add(part);
        send(
            id,
            PREPARE,
            files(one, job)
                .thenCompose(
                    input -> executor.prepare(RunDecisions.spec(state, job, part, input))));
      }
      case START -> {
        var start = state.ticks().instant(job.window().orElseThrow().start());
        send(id, "start", executor.start(id, start));
      }
      case CANCEL -> send(id, "cancel", executor.cancel(id, order.why()));
    }
  }

  /** Reads the inputs of a job once for all its parts, on a thread that may block. */
  private CompletionStage<List<StagedFile>> files(Active one, JobRecord job) {
    var stored = job.spec().run().input();
    if (stored.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    var files =
        one.input.orElseGet(
            () ->
                CompletableFuture.supplyAsync(
                    () ->
                        stored.stream()
                            .map(
                                each ->
                                    StagedFile.of(
                                        each.path(), keeper.stored().input(each.sha256())))
                            .toList(),
                    blocking));
    one.input = Optional.of(files);
    return files;
  }

  private void send(RunId id, String what, CompletionStage<Void> sent) {
    var self = getContext().getSelf();
    sent.whenComplete(
        (done, error) -> {
          if (error != null) {
            self.tell(new Sent(id, what, error));
          }
        });
  }

  /** Handles the failure of a command, which is repeated later. */
  private Behavior<Command> onSent(Sent sent) {
    failed.line(sent.id(), sent.what(), sent.why()).ifPresent(LOG::warn);
    var one = active.get(sent.id().job() + "." + sent.id().attempt());
    if (one != null && sent.what().equals(PREPARE)) {
      one.input = Optional.empty(); // reading the input may have failed
      one.failures.add(sent.id().part(), sent.why());
    }
    return this;
  }

  // --- committed events and facts

  private Behavior<Command> onCommitted(Committed committed) {
    for (var each : committed.events()) {
      var event = each.event();
      if (event instanceof BookEvent.JobBooked booked) {
        watch(booked.id());
      } else if (event instanceof BookEvent.JobConfirmed confirmed) {
        watch(confirmed.id());
      } else if (event instanceof BookEvent.JobMoved moved) {
        soon(moved.id());
      } else if (event instanceof BookEvent.JobStarting starting) {
        soon(starting.id());
      } else if (event instanceof BookEvent.CancelAsked asked) {
        soon(asked.id());
      } else if (event instanceof BookEvent.JobEnded ended) {
        soon(ended.id());
      } else if (event instanceof BookEvent.PartRefused refused) {
        soon(refused.id());
      } else if (event instanceof BookEvent.PartLost lost) {
        soon(lost.id());
      } else if (event instanceof BookEvent.JobRequeued requeued) {
        wakeAll(requeued.id());
      } else if (event instanceof BookEvent.NodeDrained drained) {
        NodeCommands.jobsOn(keeper.state(), drained.node()).forEach(job -> soon(job.id()));
      }
    }
    return this;
  }

  private void wakeAll(String id) {
    for (var each : List.copyOf(active.tailMap(id + ".").values())) {
      if (!each.id.equals(id)) {
        return;
      }
      schedule(each, clock.millis());
    }
  }

  private Behavior<Command> onHeard(Heard heard) {
    var fact = heard.fact();
    var one = active.get(fact.id().job() + "." + fact.id().attempt());
    if (one != null && fact.isFinal()) {
      one.over.add(fact.id().part());
    }
    if (one != null && (fact.isFinal() || fact instanceof RunFact.Ready)) {
      one.failures.forget(fact.id().part());
    }
    if (fact instanceof RunFact.Ready) {
      if (one == null) { // booked before this coordinator was created, and ended since
        send(fact.id(), "cancel", executor.cancel(fact.id(), "the job is over"));
      } else if (one.ready.add(fact.id().part()) && one.ready.size() == one.parts) {
        one.input = Optional.empty();
        schedule(one, clock.millis());
      }
      return this;
    }
    var self = getContext().getSelf();
    keeper
        .decide(NAME, "", state -> RunDecisions.apply(state, fact))
        .whenComplete(
            (acknowledge, error) -> {
              if (acknowledge != null) {
                self.tell(new Written(fact, acknowledge));
              } // otherwise, the fact is reported again
            });
    return this;
  }

  private Behavior<Command> onWritten(Written written) {
    var id = written.fact().id();
    if (written.acknowledge()) {
      send(id, "acknowledge", executor.acknowledge(id));
    }
    var one = active.get(id.job() + "." + id.attempt());
    if (one != null && one.over.size() == one.parts) {
      schedule(one, clock.millis());
    }
    return this;
  }
}
