package io.metasched.simulation.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import akka.actor.testkit.typed.javadsl.ActorTestKit;
import akka.actor.typed.ActorRef;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.Courier;
import io.metasched.resource.actor.Domain;
import io.metasched.resource.fanout.Question;
import io.metasched.resource.model.Criterion;
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

/** What the JVMs of a cluster tell each other. */
final class ClusterMessagesTest {
  private static final ActorTestKit testKit = ActorTestKit.create();
  private static final PlayId PLAY = new PlayId("a1", 3, 1);

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
    ActorRef<Casting.Command> casting = testKit.<Casting.Command>createTestProbe().ref();
    ActorRef<Muster.Command> muster = testKit.<Muster.Command>createTestProbe().ref();
    ActorRef<Ensemble.Command> ensemble = testKit.<Ensemble.Command>createTestProbe().ref();
    var actors = new TreeMap<Integer, ActorRef<Object>>();
    actors.put(7, testKit.createTestProbe().ref());
    var sent = new TreeMap<String, Counted.Sent>();
    sent.put("127.0.0.1:2551", new Counted.Sent(3, 900));
    var script = new Script("1.0.0", "default", "seed = 1");
    return List.of(
        new Ensemble.Bring("owner 7", true, casting),
        new Ensemble.Leave(),
        new Casting.Brought("owner 7", ensemble, actors),
        new Schedulers.Ask(PLAY, new Ensemble.Bring("scheduler 0", true, casting)),
        new Stage.Learn("a1", script, "127.0.0.1:2551", muster),
        new Stage.Invite(PLAY, List.of(0, 2), "users", casting),
        new Stage.Carry(letters(), testKit.<Domain.Reply>createTestProbe().ref()),
        new Stage.Count(testKit.<Counted>createTestProbe().ref()),
        new Counted(4711, 5_000_000_000L, sent),
        new Muster.Learnt("127.0.0.1:2551", "0f"),
        new Muster.Refused("127.0.0.1:2551", "it plays another scenario"));
  }

  /** One of each kind that is carried. */
  private static List<Courier.Letter> letters() {
    var id = new CommandId(1, 9);
    ActorRef<Domain.Reply> giver = testKit.<Domain.Reply>createTestProbe().ref();
    ActorRef<Domain.Command> domain = testKit.<Domain.Command>createTestProbe().ref();
    var request = new WindowRequest(3, Work.volume(99), 1000, Requirements.NONE, 5, 6, 10, 90);
    var question = new Question(request, Criterion.COST, 4, false, List.of());
    return List.of(
        new Courier.Letter(domain, new Domain.OpenSession(id, new Span(5, 9), 5, giver)),
        new Courier.Letter(domain, new Domain.Search(new CommandId(1, 10), id, question, giver)),
        new Courier.Letter(domain, new Domain.CloseSession(id)));
  }

  private static List<Class<?>> travelling() {
    var protocols =
        Stream.of(
            Ensemble.Command.class,
            Casting.Command.class,
            Stage.Command.class,
            Muster.Command.class);
    return Stream.concat(
            protocols.flatMap(protocol -> Arrays.stream(protocol.getPermittedSubclasses())),
            Stream.of(Schedulers.Ask.class, Counted.class))
        .filter(CborSerializable.class::isAssignableFrom)
        .<Class<?>>map(message -> message)
        .toList();
  }

  @Test
  void anActorIsFoundByWhatItsIdTells() {
    var actor = new EntityId(PLAY, 70);

    assertThat(EntityId.of(actor.toString())).isEqualTo(actor);
    assertThat(actor.shard()).isEqualTo(new EntityId(PLAY, 6).shard());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a1-3-1", "a1-3-1-70-2", "a1-3-1--70", "z-1-1-1", "a1-3-1-9999999999"})
  void whatIsNoIdOfAnActorIsRefused(String text) {
    assertThatThrownBy(() -> EntityId.of(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
