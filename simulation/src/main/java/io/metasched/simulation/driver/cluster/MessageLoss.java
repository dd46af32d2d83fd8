package io.metasched.simulation.driver.cluster;

import akka.actor.Address;
import akka.actor.typed.ActorSystem;
import akka.cluster.typed.Cluster;
import akka.remote.RARP;
import akka.remote.artery.ArteryTransport;
import akka.remote.testkit.Blackhole$;
import akka.remote.testkit.Direction;
import akka.remote.testkit.SetThrottle;
import akka.remote.testkit.ThrottleMode;
import akka.remote.testkit.Unthrottled$;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Injected loss of all messages between a JVM and the other members of its cluster, both ways,
 * including heartbeats and gossip. It uses a stage of the transport that exists in test mode only,
 * so a JVM that may have this fault is started with {@link #CAN_LOSE}.
 */
public final class MessageLoss {
  /** Option of a JVM that allows this fault. */
  public static final String CAN_LOSE = "-Dakka.remote.artery.advanced.test-mode=on";

  /** Prefix of the input line that starts the fault; the duration in milliseconds follows. */
  public static final String LOSE_MESSAGES = "lose-messages-ms ";

  private MessageLoss() {}

  /**
   * Drops all messages from now on for {@code duration}. In a JVM that was not started with {@link
   * #CAN_LOSE} nothing is dropped.
   */
  public static void begin(ActorSystem<?> system, Duration duration) {
    var own = Cluster.get(system).selfMember().address();
    var others = new ArrayList<Address>();
    for (var member : Cluster.get(system).state().getMembers()) {
      if (!member.address().equals(own)) {
        others.add(member.address());
      }
    }
    throttle(system, others, Blackhole$.MODULE$);
    system
        .scheduler()
        .scheduleOnce(
            duration,
            () -> throttle(system, others, Unthrottled$.MODULE$),
            system.executionContext());
  }

  private static void throttle(ActorSystem<?> system, List<Address> others, ThrottleMode mode) {
    var remote = (RARP) RARP.get(system);
    var transport = (ArteryTransport) remote.provider().transport();
    for (var other : others) {
      var unused =
          transport.managementCommand(new SetThrottle(other, Direction.bothDirection(), mode));
    }
  }
}
