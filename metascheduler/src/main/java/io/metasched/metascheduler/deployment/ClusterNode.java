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

/** An actor system as a member of a cluster, until it is closed. */
public final class ClusterNode implements AutoCloseable {
  private static final int SECONDS_TO_END = 120;

  private final ActorSystem<?> system;
  private final ClusterSettings settings;

  private ClusterNode(ActorSystem<?> system, ClusterSettings settings) {
    this.system = system;
    this.settings = settings;
  }

  /**
   * Has an actor system become a member. It joins in the background; without seeds it forms a
   * cluster.
   *
   * @param system as {@link io.metasched.metascheduler.deployment.config.ClusterSystems} starts it
   *     with these settings
   * @param version of the program; a member that joins older ones of another version leaves again
   * @param events is notified of what happens to members
   * @throws DeploymentException if it has found no member by then
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
    } catch (IllegalStateException isEnding) { // on a busy machine before it has begun
      throw node.awaitEnd().orElse(isEnding);
    }
    return node;
  }

  /** Its actor system. */
  public ActorSystem<?> system() {
    return system;
  }

  /** {@code HOST:PORT} under which the others know it. */
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
   * @return as {@link #end}
   */
  public Optional<RuntimeException> awaitEnd() {
    system.getWhenTerminated().toCompletableFuture().join();
    return end();
  }

  /**
   * Why the actor system has stopped, where it was not asked to.
   *
   * @return a {@link DeploymentException} where it could not become a member; another exception
   *     where it was one and has been downed by the others
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
          "the cluster at %s is configured otherwise (conf/cluster.conf)"
              .formatted(settings.seeds()));
    } else if (reason instanceof Membership.OtherVersion other) {
      return refused(other.what());
    } else if (reason.equals(CoordinatedShutdown.clusterDowningReason())) {
      return Optional.of(
          new IllegalStateException("this JVM was unreachable, and the others go on without it"));
    }
    return Optional.empty();
  }

  private static Optional<RuntimeException> refused(String why) {
    return Optional.of(new DeploymentException(why));
  }

  /** It does not wait for ever: where memory is missing, an actor system may never end. */
  @Override
  public void close() {
    leave()
        .toCompletableFuture()
        .completeOnTimeout(Done.done(), SECONDS_TO_END, TimeUnit.SECONDS)
        .join();
  }
}
