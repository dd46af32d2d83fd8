package io.metasched.metascheduler.deployment;

import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorSystem;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.Behaviors;
import io.metasched.metascheduler.deployment.config.ClusterSettings;
import io.metasched.metascheduler.deployment.config.ClusterSystems;
import io.metasched.metascheduler.deployment.config.MemberRole;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Cluster of one member that can host the schedulers of two organizations. */
final class SchedulersTest {
  private static final String VERSION = "1.0.0";

  @ParameterizedTest(name = "scheduler {0}")
  @ValueSource(ints = {0, 1})
  void noneIsStartedByBeingLookedFor(int number) {
    var settings = ClusterSettings.load(Optional.empty());
    var system =
        ClusterSystems.start(
            Behaviors.empty(), "schedulers", settings, MemberRole.HOSTING, VERSION);
    try {
      var unused = ClusterNode.join(system, settings, VERSION, event -> {});
      ActorGroup.Registry groups = id -> Optional.of(new UnresponsiveGroup());
      OwnerEntities.takePart(system, groups);
      var schedulers = Schedulers.takePart(system, groups);
      var scheduler = new EntityId(new GroupId("a1", "0-0"), number);
      TestProbe<EntityHost.Resolved> early = TestProbe.create(system);
      TestProbe<EntityHost.Resolved> late = TestProbe.create(system);

      schedulers.find(scheduler, new EntityHost.Resolve("early", false, early.ref()));
      activate(schedulers, scheduler, system);
      schedulers.find(scheduler, new EntityHost.Resolve("late", false, late.ref()));

      var resolved = late.expectMessageClass(EntityHost.Resolved.class);
      assertThat(resolved.actors()).containsOnlyKeys(number);
      early.expectNoMessage(Duration.ofMillis(20));
    } finally {
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().join();
    }
  }

  /**
   * Activates a scheduler. Repeats the message until it is answered, because an actor that is about
   * to stop drops the message.
   */
  private static void activate(Schedulers schedulers, EntityId scheduler, ActorSystem<?> system) {
    TestProbe<EntityHost.Resolved> activating = TestProbe.create(system);
    activating.awaitAssert(
        Duration.ofMinutes(5),
        Duration.ofMillis(100),
        () -> {
          schedulers.find(scheduler, new EntityHost.Resolve("active", true, activating.ref()));
          return activating.expectMessageClass(EntityHost.Resolved.class, Duration.ofSeconds(1));
        });
  }

  /** Actors that accept all messages and send none. */
  private static final class UnresponsiveGroup implements ActorGroup {
    @Override
    public boolean recovers() {
      return false;
    }

    @Override
    public Behavior<?> owner(int number) {
      return Behaviors.ignore();
    }

    @Override
    public Behavior<?> scheduler(int number, OwnerActors owners) {
      return Behaviors.ignore();
    }
  }
}
