package io.metasched.metascheduler.deployment;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.DeploymentException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

/** Actor system as a member of a cluster, until it is closed. */
public final class ClusterNode implements AutoCloseable {
  private static final int SECONDS_TO_END = 120;

  private final ActorSystem<?> system;
  private final ClusterSettings settings;

  private ClusterNode(ActorSystem<?> system, ClusterSettings settings) {
    this.system = system;
    this.settings = settings;
  }

  /**
   * Joins an actor system to a cluster, in the background; without seeds, forms a cluster.
   *
   * @param system actor system started by {@link
   *     io.metasched.metascheduler.deployment.config.ClusterSystems} with these settings
   * @param version version of the program; a member that joins older members with another version
   *     leaves again
   * @param events listener for events of members
   * @throws DeploymentException if no member was found within the join timeout
   */
  public static ClusterNode join(
      ActorSystem<?> system, ClusterSettings settings, String version, ClusterEvents events) {
    var node = new ClusterNode(system, settings);
    try {
      system.systemActorOf(NodeServices.create(), NodeServices.NAME, Props.empty());
      system.systemActorOf(Membership.create(version, events), "membership", Props.empty());
      var cluster = Cluster.get(system);
      if (settings.seeds().isEmpty()) {
        cluster.manager().tell(Join.create(cluster.selfMember().address()));
      }
    } catch (IllegalStateException isEnding) { // possibly before the start, on a busy machine
      throw node.awaitEnd().orElse(isEnding);
    }
    return node;
  }

  public ActorSystem<?> system() {
    return system;
  }

  /** Returns {@code HOST:PORT} at which the other members reach this one. */
  public String place() {
    return ClusterMembers.place(Cluster.get(system).selfMember());
  }

  /** Leaves the cluster in order, and stops the actor system. */
  public CompletionStage<Done> leave() {
    return CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.actorSystemTerminateReason());
  }

  /**
   * Waits until the actor system has stopped.
   *
   * @return the result of {@link #end}
   */
  public Optional<RuntimeException> awaitEnd() {
    system.getWhenTerminated().toCompletableFuture().join();
    return end();
  }

  /**
   * Returns the reason why the actor system has stopped, unless it was requested to stop.
   *
   * @return a {@link DeploymentException} if the actor system could not become a member; another
   *     exception if it was a member and the other members have downed it
   */
  public Optional<RuntimeException> end() {
    return CoordinatedShutdown.get(system).getShutdownReason().flatMap(this::explained);
  }

  private Optional<RuntimeException> explained(CoordinatedShutdown.Reason reason) {
    if (reason.equals(CoordinatedShutdown.clusterJoinUnsuccessfulReason())) {
      return refused(
          ("no member of a cluster answered at %s within %d s (--join; with TLS, all need keys of"
                  + " one authority)")
              .formatted(settings.seeds(), settings.joinTimeout().toSeconds()));
    } else if (reason.equals(CoordinatedShutdown.incompatibleConfigurationDetectedReason())) {
      return refused(
          "the cluster at %s has another configuration (conf/cluster.conf)"
              .formatted(settings.seeds()));
    } else if (reason instanceof Membership.OtherVersion other) {
      return refused(other.what());
    } else if (reason.equals(CoordinatedShutdown.clusterDowningReason())) {
      return Optional.of(
          new IllegalStateException(
              "this JVM was unreachable, and the others continue without it"));
    }
    return Optional.empty();
  }

  private static Optional<RuntimeException> refused(String why) {
    return Optional.of(new DeploymentException(why));
  }

  /** Leaves, and waits for a limited time: without enough memory, an actor system may never end. */
  @Override
  public void close() {
    leave()
        .toCompletableFuture()
        .completeOnTimeout(Done.done(), SECONDS_TO_END, TimeUnit.SECONDS)
        .join();
  }
}
