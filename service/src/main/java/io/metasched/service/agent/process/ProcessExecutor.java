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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Executor that runs jobs as processes of this machine, each with a supervisor that outlives this
 * JVM. The whole state of the executor is in the run folders, from which a new executor on the same
 * folder resumes.
 *
 * <p>One thread owns the state. Other threads start supervisors, because each start takes some
 * milliseconds.
 */
public final class ProcessExecutor implements RunExecutor {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessExecutor.class);
  private static final long POLL_MILLIS = 200;
  private static final int STARTERS = 4;

  private final ExecutorSettings settings;
  private final Clock clock;
  private final Isolation isolation;
  private final RunFolders folders;
  private final ExecutorThread thread = new ExecutorThread("runs");
  private final ExecutorThread reader = new ExecutorThread("run-output");
  private final OutputReader output = new OutputReader(thread, reader);
  private final RunAdmission admission;
  private final ExecutorService starters;
  private final SortedMap<RunId, Run> runs = new TreeMap<>();
  private final SortedMap<RunId, RunFact.Refused> unprepared = new TreeMap<>();
  private final FactListeners listeners = new FactListeners();
  private final RunSupervision supervision;
  private final RunRoom room;
  private final RunStarter starter;
  private final PortWatch ports;
  private final List<String> weaknesses;

  private ProcessExecutor(ExecutorSettings settings, Clock clock, UnaryOperator<Isolation> choice) {
    this.settings = settings;
    this.clock = clock;
    var script = SupervisorScript.in(settings.folder());
    isolation = choice.apply(IsolationProbe.probe(script, settings.cgroup()));
    requireNetworks();
    var users = JobUsers.of(settings.users(), isolation.isRoot(), settings.folder());
    folders = RunFolders.take(users, isolation, settings);
    admission = new RunAdmission(settings, clock, users, runs);
    supervision = new RunSupervision(settings, clock, isolation, script, listeners);
    room = new RunRoom(settings, folders, thread, runs, supervision::endFor);
    weaknesses = new ArrayList<>(isolation.weaknesses());
    weaknesses.addAll(users.weaknesses());
    weaknesses.addAll(settings.networks().weaknesses());
    starters =
        Executors.newFixedThreadPool(STARTERS, task -> ExecutorThread.daemon(task, "run-starter"));
    starter = new RunStarter(clock, thread, starters, script, admission, room, supervision);
    ports = new PortWatch(settings, isolation, clock, thread, starters, runs, supervision);
  }

  /**
   * Opens a folder and resumes its runs.
   *
   * @param clock clock by which runs are started; supervisors end runs by the machine's clock
   * @throws AgentException if this machine cannot supervise runs, another agent uses the folder, or
   *     a setting is invalid
   */
  public static ProcessExecutor open(ExecutorSettings settings, Clock clock) {
    return open(settings, clock, UnaryOperator.identity());
  }

  /**
   * Opens a folder with weaker isolation than this machine supports.
   *
   * @param choice function from the detected isolation to the isolation to use
   */
  static ProcessExecutor open(
      ExecutorSettings settings, Clock clock, UnaryOperator<Isolation> choice) {
    var executor = new ProcessExecutor(settings, clock, choice);
    executor.recover();
    executor.ports.freePorts();
    executor.thread.every(POLL_MILLIS, executor::tick);
    return executor;
  }

  private void requireNetworks() {
    settings
        .networks()
        .keys()
        .forEach(
            (key, network) ->
                IsolationProbe.networkFault(isolation, network)
                    .ifPresent(
                        fault -> {
                          throw new AgentException(
                              "%s: %s, given was '%s'".formatted(key, fault, network));
                        }));
  }

  /** Returns the means by which runs are isolated and limited, in one line. */
  public String isolation() {
    return isolation.describe() + ", network " + settings.networks().describe();
  }

  @Override
  public List<String> weaknesses() {
    return List.copyOf(weaknesses);
  }

  private void recover() {
    try {
      for (var found : folders.recover(LOG::warn)) {
        var run = new Run(found.spec(), found.folder());
        runs.put(run.id(), run);
        run.recover(clock.instant());
        ExecutorThread.guarded(run, () -> watch(run));
        starter.arm(run);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public CompletionStage<Void> prepare(RunSpec spec) {
    return thread.command(() -> prepareNow(spec));
  }

  private void prepareNow(RunSpec spec) throws IOException {
    var known = Optional.ofNullable(runs.get(spec.id()));
    if (known.isPresent()) {
      if (!known.get().spec().digest().equals(spec.digest())) {
        throw new IllegalArgumentException("%s is known with another spec".formatted(spec.id()));
      }
      listeners.report(known.get().facts());
      return;
    }
    var refusal = admission.refusal(spec);
    if (refusal.isPresent()) {
      unprepared.put(spec.id(), refusal.get());
      listeners.report(List.of(refusal.get()));
      return;
    }
    unprepared.remove(spec.id());
    var full = room.refusal();
    if (full.isPresent()) {
      throw new IOException(full.get());
    }
    var run = new Run(spec, folders.make(spec));
    run.ready();
    runs.put(run.id(), run);
    listeners.report(run.facts());
  }

  @Override
  public CompletionStage<Void> start(RunId id, Instant at) {
    return thread.command(
        () -> {
          var run = known(id);
          if (run.isPresent() && run.get().phase() == Run.Phase.READY) {
            starter.start(run.get(), at);
          }
        });
  }

  private void watch(Run run) throws IOException {
    if (!supervision.watched(run) && run.folder().supervisors().isEmpty()) {
      run.notLaunched();
    }
  }

  @Override
  public CompletionStage<Void> cancel(RunId id, String cause) {
    return thread.command(
        () -> {
          var run = known(id);
          if (run.isPresent() && run.get().phase() != Run.Phase.OVER) {
            supervision.cancel(run.get(), cause);
          }
        });
  }

  @Override
  public CompletionStage<Void> signal(RunId id, String name) {
    return thread.command(
        () -> {
          var signal = RunSignal.require(name);
          var run = known(id);
          if (run.isPresent() && run.get().phase() == Run.Phase.LAUNCHED) {
            if (signal == RunSignal.KILL) {
              supervision.cancel(run.get(), "signal KILL");
            } else {
              run.get().signal(signal);
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
          if (run.isPresent() && run.get().phase() == Run.Phase.OVER) {
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
        .map(run -> new OutputReader.Source(run.folder(), run.phase() == Run.Phase.OVER));
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

  @Override
  public CompletionStage<Boolean> freePort(int port) {
    return thread.answer(() -> ports.freePort(port));
  }

  private Optional<Run> known(RunId id) {
    return Optional.ofNullable(runs.get(id));
  }

  /** Performs the periodic work: folders, limits, and facts that are not acknowledged. */
  private void tick() {
    var now = clock.instant();
    for (var run : List.copyOf(runs.values())) {
      ExecutorThread.guarded(run, () -> supervision.tend(run, now));
    }
    room.look(now);
    ports.guardPorts();
    unprepared.values().removeIf(fact -> unprepared.size() > 10_000);
  }

  @Override
  public void close() {
    thread.shutDown();
    reader.shutDown();
    starters.shutdown();
    room.close();
    try {
      thread.awaitEnd();
      room.awaitEnd();
      var unused = starters.awaitTermination(1, TimeUnit.MINUTES);
      folders.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      LOG.warn("{}: {}", settings.folder(), e.getMessage());
    }
  }
}
