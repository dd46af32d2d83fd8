package io.metasched.service.agent.process;

import io.metasched.service.agent.FactListeners;
import io.metasched.service.run.Machine;
import io.metasched.service.run.OutputChunk;
import io.metasched.service.run.OutputStreamName;
import io.metasched.service.run.RunExecutor;
import io.metasched.service.run.RunFact;
import io.metasched.service.run.RunId;
import io.metasched.service.run.RunSignal;
import io.metasched.service.run.RunSpec;
import io.metasched.service.run.StagedFile;
import io.metasched.service.site.slurm.SlurmCommands;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor that runs jobs as batch jobs of a site's Slurm, each in the reservation with its name,
 * which begins before the window. The script of the job is the supervisor of the run: it waits for
 * the order to start, starts at the instant by the clock of its node, and ends the run at the end
 * of its window. Without an order, nothing starts. The run folders have the whole state: a new
 * executor on the same folder resumes from them. All nodes share them with the agent, or each node
 * has a folder of its own, whose files {@link NodeLinks} exchange.
 *
 * <p>One thread owns the state; others wait for Slurm.
 */
public final class SlurmRuns implements RunExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(SlurmRuns.class);
  private static final long POLL_MILLIS = 100;
  private static final int MOST_UNPREPARED = 10_000;
  private static final Duration PATIENCE = Duration.ofSeconds(1); // after the latest start
  private static final Duration BETWEEN_DELETIONS = Duration.ofSeconds(10);

  private final ExecutorSettings settings;
  private final BatchSettings site;
  private final Clock clock;
  private final BatchUsers users;
  private final RunFolders folders;
  private final BatchQueue queue;
  private final NodeLinks links;
  private final ExecutorThread thread = new ExecutorThread("runs");
  private final ExecutorThread reader = new ExecutorThread("run-output");
  private final OutputReader output = new OutputReader(thread, reader);
  private final SortedMap<RunId, BatchRun> runs = new TreeMap<>();
  private final SortedMap<RunId, RunFact.Refused> unprepared = new TreeMap<>();
  private final FactListeners listeners = new FactListeners();
  private Instant forgot = Instant.EPOCH;

  private SlurmRuns(
      ExecutorSettings settings,
      FolderLock lock,
      SlurmCommands slurm,
      BatchSettings site,
      Clock clock) {
    this.settings = settings;
    this.site = site;
    this.clock = clock;
    users = BatchUsers.of(site);
    folders = RunFolders.ofSite(settings, lock, users, site);
    var jobs = new BatchJobs(site, users);
    queue = new BatchQueue(slurm, jobs, clock, thread, runs);
    links = new NodeLinks(slurm, jobs, settings.outputBytes(), clock);
  }

  /**
   * Opens a folder and resumes its runs.
   *
   * @param settings settings of runs
   * @param lock lock of this folder, which the executor releases when it is closed
   * @param clock clock of the agent; scripts start and end runs by the clocks of their nodes
   * @throws AgentException if the folder cannot be used, or a setting is invalid
   */
  public static SlurmRuns open(
      ExecutorSettings settings,
      FolderLock lock,
      SlurmCommands slurm,
      BatchSettings site,
      Clock clock) {
    var executor = new SlurmRuns(settings, lock, slurm, site, clock);
    try {
      for (var found : executor.folders.recover(LOG::warn)) {
        var run = new BatchRun(found.spec(), found.folder());
        executor.runs.put(run.id(), run);
        ExecutorThread.guarded(found.folder(), () -> run.recover(clock.instant()));
      }
    } catch (IOException e) {
      executor.close();
      throw new UncheckedIOException(e);
    } catch (RuntimeException e) {
      executor.close();
      throw e;
    }
    executor.thread.every(POLL_MILLIS, executor::tick);
    executor.queue.start();
    return executor;
  }

  /**
   * Requires users for the jobs of all accounts.
   *
   * @throws AgentException for a user that is unknown or not allowed, or if a user is missing
   */
  public static void requireUsers(BatchSettings site) {
    BatchUsers.of(site);
  }

  /** Returns the means by which runs are isolated and limited, in one line. */
  public String isolation() {
    return "batch jobs in partition %s of Slurm".formatted(site.rules().partition());
  }

  @Override
  public List<String> weaknesses() {
    return site.weaknesses();
  }

  @Override
  public CompletionStage<Void> prepare(RunSpec spec) {
    return thread.command(() -> prepareNow(spec));
  }

  private void prepareNow(RunSpec spec) throws IOException {
    var known = known(spec.id());
    if (known.isPresent()) {
      if (!known.get().spec().digest().equals(spec.digest())) {
        throw new IllegalArgumentException("%s is known with another spec".formatted(spec.id()));
      }
      listeners.report(known.get().facts());
      var delay = known.get().delay(clock.instant());
      if (delay.isPresent()) { // the service repeats the order, and knows the reason meanwhile
        throw new IllegalStateException(delay.get());
      }
      return;
    }
    var refusal = refusal(spec);
    if (refusal.isPresent()) {
      unprepared.put(spec.id(), refusal.get());
      listeners.report(refusal.get());
      return;
    }
    unprepared.remove(spec.id());
    runs.put(spec.id(), new BatchRun(spec, folders.make(spec)));
    queue.wake();
  }

  private Optional<RunFact.Refused> refusal(RunSpec spec) {
    return refusalNow(spec)
        .map(why -> new RunFact.Refused(spec.id(), why))
        .or(
            () ->
                users
                    .refusal(spec.account())
                    .or(() -> LaunchText.refusal(spec))
                    .or(() -> StagedFile.refusal(spec.input()))
                    .map(why -> new RunFact.Refused(spec.id(), why, true)));
  }

  private Optional<String> refusalNow(RunSpec spec) {
    if (!clock.instant().isBefore(lastStart(spec, spec.windowStart()))) {
      return Optional.of("the latest start that its window allows has passed");
    }
    for (var other : samePart(spec.id())) {
      if (other.id().attempt() > spec.id().attempt()) {
        return Optional.of("attempt %d exists already".formatted(other.id().attempt()));
      }
      if (other.phase() == BatchRun.Phase.STARTED) {
        return Optional.of("attempt %d still runs here".formatted(other.id().attempt()));
      }
    }
    return folders.userRefusal(spec.account());
  }

  private List<BatchRun> samePart(RunId id) {
    return runs
        .subMap(new RunId(id.job(), 1, 0), new RunId(id.job(), Integer.MAX_VALUE, 0))
        .values()
        .stream()
        .filter(run -> run.id().part() == id.part())
        .toList();
  }

  /** Returns the last instant at which a run that was ordered for {@code at} may start. */
  private Instant lastStart(RunSpec spec, Instant at) {
    var due = at.isBefore(spec.windowStart()) ? spec.windowStart() : at;
    var last = due.plus(settings.startTolerance());
    return last.isBefore(spec.windowEnd()) ? last : spec.windowEnd();
  }

  @Override
  public CompletionStage<Void> start(RunId id, Instant at) {
    return thread.command(
        () -> {
          var run = known(id);
          if (run.isPresent() && run.get().phase() == BatchRun.Phase.WAITING) {
            startNow(run.get(), at);
          }
        });
  }

  private void startNow(BatchRun run, Instant at) throws IOException {
    for (var other : samePart(run.id())) {
      if (other.id().attempt() < run.id().attempt() && other.phase() == BatchRun.Phase.WAITING) {
        refuse(other, "attempt %d has replaced it".formatted(run.id().attempt()));
      }
    }
    run.start(at);
    connect(run, clock.instant());
    queue.signal(run);
  }

  /** Action on a run that may add facts. */
  private interface Change {
    void make() throws IOException;
  }

  private void change(BatchRun run, Change change) throws IOException {
    change.make();
    listeners.report(run.news());
  }

  private void refuse(BatchRun run, String reason) throws IOException {
    change(run, () -> run.refuse(reason, clock.instant()));
    queue.wake(); // its job is not needed
  }

  @Override
  public CompletionStage<Void> cancel(RunId id, String cause) {
    return thread.command(
        () -> {
          var run = known(id);
          if (run.isPresent()) {
            cancelNow(run.get(), cause);
          }
        });
  }

  private void cancelNow(BatchRun run, String cause) throws IOException {
    if (run.phase() == BatchRun.Phase.OVER) {
      return;
    }
    change(run, () -> run.cancel(cause, clock.instant()));
    if (run.phase() == BatchRun.Phase.OVER) {
      queue.wake(); // its job is not needed
    }
  }

  @Override
  public CompletionStage<Void> signal(RunId id, String name) {
    return thread.command(
        () -> {
          var signal = RunSignal.require(name);
          var run = known(id);
          if (run.isPresent() && run.get().phase() == BatchRun.Phase.STARTED) {
            if (signal == RunSignal.KILL) {
              cancelNow(run.get(), "signal KILL");
            } else {
              run.get().folder().order("signal " + signal);
            }
          }
        });
  }

  @Override
  public CompletionStage<List<RunFact>> runs() {
    return thread.answer(
        () -> {
          var all = new ArrayList<RunFact>(unprepared.values());
          runs.values().stream()
              .filter(run -> !run.isAcknowledged())
              .forEach(run -> all.addAll(run.facts()));
          return all;
        });
  }

  @Override
  public CompletionStage<Void> acknowledge(RunId id) {
    return thread.command(
        () -> {
          unprepared.remove(id);
          var run = known(id);
          if (run.isPresent() && run.get().phase() == BatchRun.Phase.OVER) {
            run.get().acknowledge();
          }
        });
  }

  @Override
  public CompletionStage<OutputChunk> output(
      RunId id, OutputStreamName stream, long offset, int length) {
    return output.read(id, this::output, stream, offset, length);
  }

  private Optional<OutputReader.Source> output(RunId id) {
    return known(id)
        .map(run -> new OutputReader.Source(run.folder(), run.phase() == BatchRun.Phase.OVER));
  }

  @Override
  public CompletionStage<SortedMap<String, Machine>> machines(Collection<String> nodes) {
    var here = new Machine(isolation(), weaknesses(), Optional.empty());
    SortedMap<String, Machine> all = new TreeMap<>();
    nodes.forEach(node -> all.put(node, here));
    return CompletableFuture.completedFuture(all);
  }

  @Override
  public void listen(Consumer<RunFact> listener) {
    listeners.add(listener);
  }

  @Override
  public void unlisten(Consumer<RunFact> listener) {
    listeners.remove(listener);
  }

  private Optional<BatchRun> known(RunId id) {
    return Optional.ofNullable(runs.get(id));
  }

  /** Performs the periodic work: folders, latest starts, and facts that are not acknowledged. */
  private void tick() {
    var now = clock.instant();
    for (var run : List.copyOf(runs.values())) {
      ExecutorThread.guarded(run.folder(), () -> tend(run, now));
    }
    unprepared.values().removeIf(fact -> unprepared.size() > MOST_UNPREPARED);
    if (now.isAfter(forgot.plus(BETWEEN_DELETIONS)) || now.isBefore(forgot)) {
      forgot = now;
      List.copyOf(runs.values()).stream()
          .filter(BatchRun::isAcknowledged)
          .filter(run -> now.isAfter(run.spec().windowEnd().plus(settings.keep())))
          .forEach(run -> ExecutorThread.guarded(run.folder(), () -> forget(run)));
    }
  }

  private Instant lastStart(BatchRun run) {
    return lastStart(run.spec(), run.startAt().orElse(run.spec().windowStart()));
  }

  /** Exchanges files and orders with the run's node, if it does not share the agent's folder. */
  private void connect(BatchRun run, Instant now) throws IOException {
    var onNode = run.folder().place();
    if (onNode.isPresent()) {
      links.tend(run, onNode.get(), lastStart(run), now);
    }
  }

  private void tend(BatchRun run, Instant now) throws IOException {
    connect(run, now);
    change(run, () -> run.look(now));
    var last = lastStart(run);
    if (run.phase() == BatchRun.Phase.WAITING && now.isAfter(last.plus(PATIENCE))) {
      refuse(run, notStarted(run, last));
    } else if (run.phase() == BatchRun.Phase.WAITING && run.cancelledAt().isPresent()) {
      refuse(run, "it was cancelled: " + run.folder().cancelCause());
    }
    if (!run.isAcknowledged()
        && (now.isAfter(run.reportedAt().plus(settings.repeat()))
            || now.isBefore(run.reportedAt()))) {
      if (!run.reportedAt().equals(Instant.EPOCH)) {
        listeners.report(run.facts());
      }
      run.reportedAt(now);
    }
  }

  private String notStarted(BatchRun run, Instant last) {
    if (!run.isReady()) {
      return "the site did not have it ready by %s: %s%s"
          .formatted(last, run.jobText(), links.problem(run.id()));
    }
    if (!run.hasOrder()) {
      return run.withoutOrder(last);
    }
    return "the latest start that its window allows was at %s%s"
        .formatted(last, run.isJobOver() ? ": " + run.jobText() : "");
  }

  private void forget(BatchRun run) throws IOException {
    runs.remove(run.id());
    links.forget(run.id());
    var leaving = folders.remove(run.folder());
    reader.later(
        () -> ExecutorThread.guarded(run.folder(), () -> folders.delete(leaving, LOG::warn)));
  }

  @Override
  public void close() {
    queue.close();
    thread.shutDown();
    reader.shutDown();
    try {
      thread.awaitEnd();
      links.close();
      reader.awaitEnd();
      folders.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.warn("{}: {}", settings.folder(), e.getMessage());
    }
  }
}
