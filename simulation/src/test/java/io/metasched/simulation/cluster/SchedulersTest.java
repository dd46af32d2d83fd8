package io.metasched.simulation.cluster;

import static io.metasched.simulation.cluster.Members.ALL;
import static io.metasched.simulation.cluster.Members.VERSION;
import static io.metasched.simulation.cluster.Members.cyclic;
import static io.metasched.simulation.cluster.Members.repertoire;
import static io.metasched.simulation.cluster.Members.script;
import static org.assertj.core.api.Assertions.assertThat;

import akka.actor.testkit.typed.javadsl.TestProbe;
import akka.actor.typed.ActorSystem;
import io.metasched.simulation.actor.Playhouse;
import io.metasched.simulation.cluster.config.ClusterSettings;
import io.metasched.simulation.cluster.config.ClusterSystems;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A cluster of one member, in which the schedulers of two organizations may live. */
@Timeout(120)
final class SchedulersTest {

  @ParameterizedTest(name = "scheduler {0}")
  @ValueSource(ints = {0, 1})
  void noneComesToLifeByBeingLookedFor(int number) {
    var repertoire = repertoire(VERSION);
    repertoire.learn("a1", script(cyclic("vo.count=2")));
    var settings = ClusterSettings.load(Optional.empty());
    var system =
        ClusterSystems.start(Stage.create(repertoire), Playhouse.SYSTEM, settings, ALL, VERSION);
    try {
      ClusterNode.begin(system, settings, VERSION, event -> {});
      Owners.takePart(system, repertoire);
      var schedulers = Schedulers.takePart(system, repertoire);
      var scheduler = new EntityId(new PlayId("a1", 0, 0), number);
      TestProbe<Casting.Command> early = TestProbe.create(system);
      TestProbe<Casting.Command> late = TestProbe.create(system);

      schedulers.find(scheduler, new Ensemble.Bring("early", false, early.ref()));
      engage(schedulers, scheduler, system);
      schedulers.find(scheduler, new Ensemble.Bring("late", false, late.ref()));

      var brought = late.expectMessageClass(Casting.Brought.class);
      assertThat(brought.actors()).containsOnlyKeys(number);
      early.expectNoMessage(Duration.ofMillis(20));
    } finally {
      system.terminate();
      system.getWhenTerminated().toCompletableFuture().join();
    }
  }

  /** What is told to one who is just falling asleep again is lost, so it is said until answered. */
  private static void engage(Schedulers schedulers, EntityId scheduler, ActorSystem<?> system) {
    TestProbe<Casting.Command> engaging = TestProbe.create(system);
    engaging.awaitAssert(
        Duration.ofSeconds(60),
        Duration.ofMillis(100),
        () -> {
          schedulers.find(scheduler, new Ensemble.Bring("engaged", true, engaging.ref()));
          return engaging.expectMessageClass(Casting.Brought.class, Duration.ofSeconds(1));
        });
  }
}
