package io.metasched.simulation.cluster;

import akka.Done;
import akka.actor.CoordinatedShutdown;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Props;
import akka.cluster.typed.Cluster;
import akka.cluster.typed.Join;
import io.metasched.simulation.actor.Playhouse;
import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.cluster.config.ClusterSystems;
import io.metasched.simulation.cluster.config.Role;
import io.metasched.simulation.config.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A JVM's part in a cluster, which serves the runs of others until it is closed. */
public final class ClusterNode implements AutoCloseable {
  /** The option of a JVM that can be told to lose its messages. */
  public static final String CAN_LOSE = "-Dakka.remote.artery.advanced.test-mode=on";

  /** A line that whoever has started a JVM says to it begins so; milliseconds follow. */
  public static final String LOSE_MESSAGES = "lose-messages-ms ";

  private final ActorSystem<Stage.Command> system;
  private final ClusterSettings settings;

  private ClusterNode(ActorSystem<Stage.Command> system, ClusterSettings settings) {
    this.system = system;
    this.settings = settings;
  }

  /**
   * Starts it. It joins in the background; without seeds it begins a cluster.
   *
   * @param events is told what happens to members
   * @throws UsageException when it cannot listen at its place
   */
  public static ClusterNode start(
      ClusterSettings settings, List<Role> roles, Repertoire repertoire, ClusterEvents events) {
    var guardian = Stage.create(repertoire);
    var system =
        ClusterSystems.start(guardian, Playhouse.SYSTEM, settings, roles, repertoire.version());
    begin(system, settings, repertoire.version(), events);
    return new ClusterNode(system, settings);
  }

  /** Begins a cluster where there are no seeds, and tells of its members. */
  static void begin(
      ActorSystem<?> system, ClusterSettings settings, String version, ClusterEvents events) {
    system.systemActorOf(Membership.create(version, events), "membership", Props.empty());
    var cluster = Cluster.get(system);
    if (settings.seeds().isEmpty()) {
      cluster.manager().tell(Join.create(cluster.selfMember().address()));
    }
  }

  /** Where it is found. */
  public String place() {
    return Muster.place(Cluster.get(system).selfMember());
  }

  /**
   * Loses all messages to and from the other members for so long. In a JVM that was not started
   * with {@link #CAN_LOSE} nothing is lost.
   */
  public void loseMessages(Duration duration) {
    MessageLoss.begin(system, duration);
  }

  /** Leaves the cluster in order, and stops. */
  public CompletionStage<Done> leave() {
    return CoordinatedShutdown.get(system).runAll(CoordinatedShutdown.actorSystemTerminateReason());
  }

  /**
   * Waits until it has stopped.
   *
   * @return why, where it was not asked to: a {@link UsageException} where it could not become a
   *     member, else it was one and has been given up by the others
   */
  public Optional<RuntimeException> awaitEnd() {
    system.getWhenTerminated().toCompletableFuture().join();
    return end(system, settings);
  }

  /** Why a system has stopped, where nobody asked it to. */
  static Optional<RuntimeException> end(ActorSystem<?> system, ClusterSettings settings) {
    return CoordinatedShutdown.get(system)
        .getShutdownReason()
        .flatMap(reason -> explained(reason, settings));
  }

  private static Optional<RuntimeException> explained(
      CoordinatedShutdown.Reason reason, ClusterSettings settings) {
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
          new IllegalStateException("the others have lost sight of this JVM and go on without it"));
    }
    return Optional.empty();
  }

  private static Optional<RuntimeException> refused(String why) {
    return Optional.of(new UsageException(why));
  }

  @Override
  public void close() {
    leave().toCompletableFuture().join();
  }
}
