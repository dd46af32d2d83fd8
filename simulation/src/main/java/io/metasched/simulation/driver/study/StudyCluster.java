package io.metasched.simulation.driver.study;

import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.cluster.typed.Cluster;
import io.metasched.metascheduler.deployment.ClusterEvents;
import io.metasched.metascheduler.deployment.ClusterNode;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.ClusterSystems;
import io.metasched.metascheduler.deployment.config.MemberRole;
import io.metasched.simulation.driver.ActorSystemRunner;
import io.metasched.simulation.study.ObservedRows;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/** Calling process of studies as a member of a cluster, in which it hosts their drivers. */
public final class StudyCluster implements AutoCloseable {
  private final ClusterSettings settings;
  private final ClusterEvents events;
  private final ActorSystemRunner runner;
  private final ClusterNode node;
  private final String id;
  private final CompletableFuture<@Nullable Void> failure = new CompletableFuture<>();
  private int studies;

  private StudyCluster(String version, ClusterSettings settings, ClusterEvents events) {
    this.settings = settings;
    this.events = events;
    runner =
        new ActorSystemRunner(
            new ActorSystemRunner.Systems() {
              @Override
              public <T> ActorSystem<T> start(Behavior<T> guardian, String name) {
                return ClusterSystems.start(
                    guardian, name, settings, List.of(MemberRole.DRIVER), version);
              }
            });
    var system = runner.system();
    node = ClusterNode.join(system, settings, version, events);
    id = Long.toHexString(Cluster.get(system).selfMember().uniqueAddress().longUid());
    var unused = system.getWhenTerminated().thenRun(() -> node.end().ifPresent(this::fail));
  }

  /**
   * Joins the cluster of the seeds; without seeds, forms a new cluster, which others may join.
   *
   * @throws io.metasched.metascheduler.deployment.config.DeploymentException if it cannot listen on
   *     its address
   */
  public static StudyCluster open(String version, ClusterSettings settings, ClusterEvents events) {
    return new StudyCluster(version, settings, events);
  }

  /** Returns the address through which others may join. */
  public String place() {
    return node.place();
  }

  /** Fails the current study and all later ones. */
  public void fail(RuntimeException why) {
    failure.completeExceptionally(why);
  }

  /**
   * Runs the missing replications of a study in the workers of the cluster.
   *
   * @param own study as loaded by this JVM
   * @param files files that workers may request, by SHA-256
   * @param awaited number of refusals after which the study fails if no JVM has accepted
   * @param done receives the number of finished replications
   * @throws io.metasched.simulation.scenario.UsageException if the workers cannot load it
   * @throws IllegalStateException if a replication fails, or there are no workers
   * @throws CancellationException if this thread is interrupted
   */
  public void run(
      StudySpec spec,
      LoadedStudy own,
      Map<String, Path> files,
      int awaited,
      ObservedRows rows,
      IntConsumer done) {
    if (rows.isComplete()) {
      return;
    }
    var study =
        new StudyDriver.Study(
            "%s-%d".formatted(id, studies++),
            spec,
            files,
            own.fingerprint(),
            awaited,
            settings.startTimeout());
    runner.<@Nullable Void>run(
        end -> {
          var unused = failure.whenComplete((none, why) -> end.completeExceptionally(why));
          return StudyDriver.create(study, rows, events, done, end);
        },
        DispatcherSelector.defaultDispatcher());
  }

  /** Leaves the cluster gracefully, and stops. */
  @Override
  public void close() {
    node.close();
  }
}
