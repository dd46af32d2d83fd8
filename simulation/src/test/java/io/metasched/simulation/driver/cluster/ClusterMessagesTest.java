package io.metasched.simulation.driver.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import io.metasched.metascheduler.deployment.ClusterFormation;
import io.metasched.metascheduler.deployment.EntityHost;
import io.metasched.metascheduler.deployment.EntityId;
import io.metasched.metascheduler.deployment.GroupId;
import io.metasched.resource.actor.CborSerializable;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages between the JVMs of a run, in addition to the messages of every deployment. */
final class ClusterMessagesTest {
  private static final ActorTestKit testKit = ActorTestKit.create();
  private static final PolicyRunId POLICY_RUN = new PolicyRunId("a1", 3, 1);

  @AfterAll
  static void shutDown() {
    testKit.shutdownTestKit();
  }

  @Test
  void everyMessageTravelsAsItIs() {
    var messages = examples();

    messages.forEach(message -> testKit.serializationTestKit().verifySerialization(message, true));

    assertThat(messages.stream().map(Object::getClass).toList())
        .containsExactlyInAnyOrderElementsOf(travelling());
  }

  private static List<CborSerializable> examples() {
    ActorRef<EntityHost.Resolved> deployer = testKit.<EntityHost.Resolved>createTestProbe().ref();
    ActorRef<ClusterFormation.Command> formation =
        testKit.<ClusterFormation.Command>createTestProbe().ref();
    var spec = new ClusterRunSpec("1.0.0", "default", "seed = 1", List.of("ab"));
    return List.of(
        new NodeGuardian.LoadScenario("a1", spec, "127.0.0.1:2551", formation),
        new NodeGuardian.SpawnUsers(POLICY_RUN, List.of(0, 2), "users", deployer));
  }

  private static List<Class<?>> travelling() {
    return Arrays.stream(NodeGuardian.Command.class.getPermittedSubclasses())
        .filter(CborSerializable.class::isAssignableFrom)
        .<Class<?>>map(message -> message)
        .toList();
  }

  @Test
  void aPolicyRunIsAGroupOfActors() {
    assertThat(PolicyRunId.of(POLICY_RUN.group())).isEqualTo(POLICY_RUN);
    assertThat(EntityId.of(POLICY_RUN.entity(70).toString())).isEqualTo(POLICY_RUN.entity(70));
    assertThat(POLICY_RUN.entity(70)).hasToString("a1-3-1-70");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "3", "3-1-70", "3--1", "a-1", "3-9999999999"})
  void anotherGroupIsNoPolicyRun(String name) {
    assertThatThrownBy(() -> PolicyRunId.of(new GroupId("a1", name)))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
