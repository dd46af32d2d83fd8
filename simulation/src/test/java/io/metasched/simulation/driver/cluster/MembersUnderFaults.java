package io.metasched.simulation.driver.cluster;

import akka.actor.typed.DispatcherSelector;
import akka.cluster.Cluster;
import com.typesafe.config.ConfigFactory;
import io.metasched.metascheduler.deployment.ClusterNode;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.HostPort;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.metascheduler.deployment.journal.JournalServer;
import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.driver.cluster.fault.Faults;
import io.metasched.simulation.driver.cluster.fault.LiveMembers;
import io.metasched.simulation.scenario.LogFolders;
import io.metasched.simulation.system.Systems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Cluster members in one JVM, with a journal, as targets of faults. The other members cannot
 * distinguish them from processes. A killed member is cut off first, so that none of its messages
 * during shutdown reaches the others. In a paused member, all threads of its actors are blocked.
 * Members detect failures {@link #FASTER} times as fast as usual, so that a fault takes seconds.
 */
final class MembersUnderFaults implements Faults.Targets, AutoCloseable {
  /** Factor by which all detection times and durations of faults are shortened. */
  static final int FASTER = 5;

  private static final int THREADS = 2;
  private static final List<String> OF_ACTORS =
      List.of(
          "akka.actor.default-dispatcher",
          "akka.actor.internal-dispatcher",
          "akka.remote.default-remote-dispatcher");
  private static final Duration FOR_EVER = Duration.ofDays(1);

  private final TreeMap<Integer, ClusterNode> nodes = new TreeMap<>();
  private final TreeMap<Integer, CountDownLatch> paused = new TreeMap<>();
  private final LiveMembers liveMembers = new LiveMembers(MemberRole.OF_RUNS);
  private final JournalServer journal;
  private final ClusterRun run;
  private boolean isClosing;

  /** Starts the member that requests the run. */
  MembersUnderFaults(Path folder) {
    journal = JournalServer.start(folder);
    run = ClusterRun.open(registry(), settings(), event -> {});
  }

  ClusterRun run() {
    return run;
  }

  /**
   * Starts {@code count} other members, targets of faults first, in the order in which processes
   * are started.
   */
  void start(int count) {
    for (int number : List.of(count, LiveMembers.WITH_METASCHEDULER)) {
      start(number, LiveMembers.roles(number)).join();
    }
    for (int number = 1; number < count; number++) {
      if (number != LiveMembers.WITH_METASCHEDULER) {
        start(number, LiveMembers.roles(number)).join();
      }
    }
  }

  private CompletableFuture<Void> start(int number, List<MemberRole> roles) {
    var joining = settings().joining(List.of(HostPort.of(run.place(), "the test")));
    var node = registry().serve(joining, roles, event -> {});
    synchronized (this) {
      nodes.put(number, node);
      liveMembers.join(number, roles);
    }
    var unused = node.system().getWhenTerminated().thenRun(() -> lost(number));
    var up = new CompletableFuture<Void>();
    Cluster.get(node.system()).registerOnMemberUp(() -> up.complete(null));
    return up;
  }

  private synchronized void lost(int number) {
    if (!isClosing) {
      liveMembers.lose(number);
    }
  }

  private ScenarioRegistry registry() {
    return new ScenarioRegistry(
        Members.VERSION,
        Systems.loader(Policies.builtIn()),
        new LogFolders(Path.of("")),
        settings(),
        List.of());
  }

  private ClusterSettings settings() {
    var config = new ArrayList<String>();
    OF_ACTORS.forEach(
        dispatcher ->
            config.add(
                "%s.fork-join-executor { parallelism-min = %d, parallelism-max = %d }"
                    .formatted(dispatcher, THREADS, THREADS)));
    config.add(
        """
        akka {
          loglevel = OFF
          remote.artery.advanced { test-mode = on, maximum-frame-size = 256 KiB, buffer-pool-size = 32 }
          coordinated-shutdown.run-by-actor-system-terminate = off
          cluster {
            failure-detector { heartbeat-interval = 200ms, acceptable-heartbeat-pause = 800ms }
            failure-detector.expected-response-after = 200ms
            unreachable-nodes-reaper-interval = 200ms
            split-brain-resolver { stable-after = 1400ms, down-all-when-unstable = 4s }
            gossip-interval = 50ms
            leader-actions-interval = 50ms
            periodic-tasks-initial-delay = 50ms
            seed-node-timeout = 1s
            retry-unsuccessful-join-after = 500ms
          }
        }
        metasched.metascheduler.retry-interval = 200ms
        """);
    var usual = ClusterSettings.load(Optional.empty());
    return new ClusterSettings(
        usual.self(),
        usual.seeds(),
        usual.joinTimeout(),
        usual.startTimeout(),
        usual.leaveTimeout(),
        Optional.of(journal.settings()),
        ConfigFactory.parseString(String.join("\n", config)).withFallback(usual.config()));
  }

  @Override
  public synchronized OptionalInt highest(MemberRole role) {
    return liveMembers.highest(role);
  }

  @Override
  public synchronized void kill(int jvm) {
    liveMembers.lose(jvm);
    MessageLoss.begin(node(jvm).system(), FOR_EVER);
    node(jvm).system().terminate();
  }

  @Override
  public synchronized void pause(int jvm) {
    var end = new CountDownLatch(1);
    resume(jvm); // resume a member that is already paused, or its first latch would be lost
    paused.put(jvm, end);
    for (var dispatcher : OF_ACTORS) {
      var threads =
          node(jvm).system().dispatchers().lookup(DispatcherSelector.fromConfig(dispatcher));
      for (int thread = 0; thread < THREADS; thread++) {
        threads.execute(() -> await(end));
      }
    }
  }

  private static void await(CountDownLatch end) {
    try {
      end.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized void resume(int jvm) {
    var end = paused.remove(jvm);
    if (end != null) {
      end.countDown();
    }
  }

  @Override
  public synchronized void loseMessages(int jvm, Duration duration) {
    MessageLoss.begin(node(jvm).system(), duration.dividedBy(FASTER));
  }

  /** Runs {@code then} after {@code delay}, shortened by {@link #FASTER}. */
  static void later(Duration delay, Runnable then) {
    CompletableFuture.delayedExecutor(delay.toMillis() / FASTER, TimeUnit.MILLISECONDS)
        .execute(then);
  }

  /** Returns, for each member, its view of the other members and its actors. */
  synchronized String states() {
    var states = new StringBuilder();
    nodes.forEach(
        (number, node) ->
            states.append(
                "JVM %d: %s%n%s%n"
                    .formatted(
                        number, Cluster.get(node.system()).state(), node.system().printTree())));
    return states.toString();
  }

  private ClusterNode node(int jvm) {
    return Optional.ofNullable(nodes.get(jvm)).orElseThrow();
  }

  @Override
  public void close() {
    List<ClusterNode> all;
    synchronized (this) {
      isClosing = true;
      List.copyOf(paused.keySet()).forEach(this::resume);
      all = List.copyOf(nodes.values());
    }
    run.close();
    // terminate without the hand-over of shards, which is no longer needed
    all.forEach(node -> node.system().terminate());
    all.forEach(node -> node.system().getWhenTerminated().toCompletableFuture().join());
    journal.close();
  }
}
