package io.metasched.metascheduler.deployment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import io.metasched.resource.actor.BatchBooking;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.CommandBatcher;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.actor.HeldPart;
import io.metasched.resource.actor.PlanningSessions;
import io.metasched.resource.actor.WindowNodes;
import io.metasched.resource.actor.WindowParts;
import io.metasched.resource.fanout.SlotQuery;
import io.metasched.resource.model.Criterion;
import io.metasched.resource.model.JobId;
import io.metasched.resource.model.Requirements;
import io.metasched.resource.model.Span;
import io.metasched.resource.model.WindowRequest;
import io.metasched.resource.model.Work;
import io.metasched.resource.owner.CommandId;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages between the members of a cluster, independent of the actors that they host. */
final class DeploymentMessagesTest {
  private static final ActorTestKit testKit = ActorTestKit.create();
  private static final JobId JOB = JobId.of(3);
  private static final GroupId GROUP = new GroupId("a1", "3-1");

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
    ActorRef<EntityHost.Resolved> sender = testKit.<EntityHost.Resolved>createTestProbe().ref();
    ActorRef<EntityHost.Command> host = testKit.<EntityHost.Command>createTestProbe().ref();
    var actors = new TreeMap<Integer, ActorRef<Object>>();
    actors.put(7, testKit.createTestProbe().ref());
    var sent = new TreeMap<String, NodeStats.Sent>();
    sent.put("127.0.0.1:2551", new NodeStats.Sent(3, 900));
    return List.of(
        new EntityHost.Resolve("owner 7", true, sender),
        new EntityHost.Leave(),
        new EntityHost.Resolved("owner 7", host, actors),
        new Schedulers.Ask(GROUP, new EntityHost.Resolve("scheduler 0", true, sender)),
        new NodeServices.DeliverBatch(addressed(), testKit.<Domain.Reply>createTestProbe().ref()),
        new NodeServices.Count(testKit.<NodeStats>createTestProbe().ref()),
        new NodeStats(4711, 5_000_000_000L, 90_000_000L, sent),
        new ClusterFormation.Loaded("127.0.0.1:2551", "0f"),
        new ClusterFormation.Refused("127.0.0.1:2551", "it has loaded something else"));
  }

  /** Returns one command of each kind that a batch carries. */
  private static List<CommandBatcher.AddressedCommand> addressed() {
    var id = new CommandId(1, 9);
    ActorRef<Domain.Reply> issuer = testKit.<Domain.Reply>createTestProbe().ref();
    ActorRef<Domain.Command> domain = testKit.<Domain.Command>createTestProbe().ref();
    var request = new WindowRequest(3, Work.volume(99), 1000, Requirements.NONE, 5, 6, 10, 90);
    var question = new SlotQuery(request, Criterion.COST, 4, false, List.of());
    return List.of(
        new CommandBatcher.AddressedCommand(
            domain, new PlanningSessions.OpenSession(id, new Span(5, 9), 5, issuer)),
        new CommandBatcher.AddressedCommand(
            domain, new PlanningSessions.Search(new CommandId(1, 10), id, question, issuer)),
        new CommandBatcher.AddressedCommand(domain, new PlanningSessions.CloseSession(id)),
        new CommandBatcher.AddressedCommand(
            domain,
            new BatchBooking.HoldWindows(
                id,
                List.of(new WindowParts(JOB, List.of(new HeldPart(4, new Span(5, 9), 17)))),
                5,
                6,
                issuer)),
        new CommandBatcher.AddressedCommand(
            domain,
            new BatchBooking.SettleWindows(
                id, List.of(new WindowNodes(JOB, List.of(4))), List.of(), 5, issuer)));
  }

  private static List<Class<?>> travelling() {
    var protocols =
        Stream.of(
            EntityHost.Command.class, NodeServices.Command.class, ClusterFormation.Command.class);
    return Stream.concat(
            protocols.flatMap(protocol -> Arrays.stream(protocol.getPermittedSubclasses())),
            Stream.of(EntityHost.Resolved.class, Schedulers.Ask.class, NodeStats.class))
        .filter(CborSerializable.class::isAssignableFrom)
        .<Class<?>>map(message -> message)
        .toList();
  }

  @Test
  void anActorIsFoundByTheTextOfItsId() {
    var actor = new EntityId(GROUP, 70);

    assertThat(EntityId.of(actor.toString())).isEqualTo(actor);
    assertThat(actor.shard()).isEqualTo(new EntityId(GROUP, 6).shard());
    assertThat(actor.shard()).isEqualTo(new EntityId(new GroupId("a1", "4-0"), 6).shard());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a1-3", "a1-3-1--70", "z-1-1-1", "a1-3-1-9999999999", "a1-A-1"})
  void anyOtherTextIsRefused(String text) {
    assertThatThrownBy(() -> EntityId.of(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
