package io.metasched.service.agent.process;

import io.metasched.service.run.EndCause;
import io.metasched.service.run.RunId;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Protection of the ports of this machine's services: runs that use one of these ports are ended.
 * Confined to the executor's thread; the periodic search runs on another thread.
 */
final class PortWatch {
  private static final Logger LOG = LoggerFactory.getLogger(PortWatch.class);
  private static final int TICKS_OF_GUARD = 3;

  private final ExecutorSettings settings;
  private final Optional<UidRange> uids; // ids that only jobs of this machine use
  private final Clock clock;
  private final ExecutorThread thread;
  private final Executor searcher;
  private final SortedMap<RunId, Run> runs;
  private final RunSupervision supervision;
  private boolean isGuarding;
  private long ticks;

  /**
   * @param searcher executor of the periodic search
   * @param runs live view of all known runs
   */
  PortWatch(
      ExecutorSettings settings,
      Isolation isolation,
      Clock clock,
      ExecutorThread thread,
      Executor searcher,
      SortedMap<RunId, Run> runs,
      RunSupervision supervision) {
    this.settings = settings;
    uids = settings.users().uids().filter(range -> isolation.isRoot());
    this.clock = clock;
    this.thread = thread;
    this.searcher = searcher;
    this.runs = runs;
    this.supervision = supervision;
  }

  /** Kills the runs that use ports of this JVM's services, before the services bind these ports. */
  void freePorts() {
    try {
      kill(PortGuard.holders(launched(), settings.networks().servicePorts(), uids));
    } catch (IOException e) {
      LOG.warn(
          "{}: the processes that listen on ports are unknown: {}",
          settings.folder(),
          e.getMessage());
    }
  }

  /**
   * Kills the runs that may use a port which a service cannot bind; returns whether there are any.
   */
  boolean freePort(int port) throws IOException {
    var inHost =
        launched().stream()
            .filter(run -> settings.networks().of(run.spec().node()).equals(JobNetworks.HOST))
            .toList();
    var suspects = PortGuard.suspects(inHost, port, uids);
    kill(suspects);
    return !suspects.isEmpty();
  }

  private void kill(List<PortGuard.Holder> holders) throws IOException {
    for (var holder : holders) {
      var run = holder.run();
      LOG.warn("{}: killed: {}", run.folder(), holder.why());
      run.endFor(holder.why(), clock.instant());
      ExecutorThread.guarded(
          run, () -> supervision.kill(run, EndCause.MACHINE_LIMIT, clock.instant()));
    }
    PortGuard.awaitFree(holders);
  }

  private List<Run> launched() {
    return runs.values().stream().filter(run -> run.phase() == Run.Phase.LAUNCHED).toList();
  }

  /** Searches periodically for runs that use ports of services, on another thread. */
  void guardPorts() {
    var ports = settings.networks().servicePorts();
    var running = launched();
    if (ports.isEmpty() || running.isEmpty() || isGuarding || ticks++ % TICKS_OF_GUARD != 0) {
      return;
    }
    isGuarding = true;
    searcher.execute(
        () -> {
          List<PortGuard.Holder> found = List.of();
          try {
            found = PortGuard.holders(running, ports, uids);
          } catch (IOException | RuntimeException e) {
            LOG.warn(
                "{}: the processes that listen on ports are unknown: {}",
                settings.folder(),
                e.getMessage());
          }
          var holders = found;
          thread.later(
              () -> {
                isGuarding = false;
                holders.stream()
                    .filter(each -> each.run().phase() == Run.Phase.LAUNCHED)
                    .filter(each -> each.run().endedFor().isEmpty())
                    .forEach(each -> supervision.endFor(each.run(), each.why()));
              });
        });
  }
}
