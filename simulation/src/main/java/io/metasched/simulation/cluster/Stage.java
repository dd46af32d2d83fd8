package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import io.metasched.resource.actor.CborSerializable;
import io.metasched.resource.actor.Courier;
import io.metasched.resource.actor.Domain;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The guardian of a JVM's actor system: learns the scenarios of runs, and is the parent of the
 * users who live here.
 */
final class Stage extends AbstractBehavior<Stage.Command> {

  /** Everything a stage understands. */
  sealed interface Command {}

  /**
   * A run is to begin, and its scenario to be learnt; it is forgotten when whoever asks has
   * stopped. Answered by {@link Muster.Learnt} or {@link Muster.Refused}.
   *
   * @param member what the answer calls this JVM
   */
  record Learn(String run, Script script, String member, ActorRef<Muster.Command> replyTo)
      implements Command, CborSerializable {}

  /**
   * Asks for users of a play, who come to life where they are not alive yet. Answered by {@link
   * Casting.Brought}.
   */
  record Invite(PlayId play, List<Integer> users, String name, ActorRef<Casting.Command> replyTo)
      implements Command, CborSerializable {
    public Invite {
      users = List.copyOf(users);
    }
  }

  /** Letters to domains that live here. Answered by what these answer, many in one message. */
  record Carry(List<Courier.Letter> letters, ActorRef<Domain.Reply> replyTo)
      implements Command, CborSerializable {
    public Carry {
      letters = List.copyOf(letters);
    }
  }

  /** Asks what this JVM has counted. */
  record Count(ActorRef<Counted> replyTo) implements Command, Unmetered {}

  private record MayCome(boolean yes, Muster.Learnt reply, ActorRef<Muster.Command> replyTo)
      implements Command {}

  private record RunOver(String run) implements Command {}

  private final Repertoire repertoire;

  private Stage(ActorContext<Command> context, Repertoire repertoire) {
    super(context);
    this.repertoire = repertoire;
  }

  static Behavior<Command> create(Repertoire repertoire) {
    return Behaviors.setup(context -> new Stage(context, repertoire));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Learn.class, this::onLearn)
        .onMessage(Invite.class, this::onInvite)
        .onMessage(Carry.class, this::onCarry)
        .onMessage(Count.class, this::onCount)
        .onMessage(MayCome.class, this::onMayCome)
        .onMessage(RunOver.class, this::onRunOver)
        .build();
  }

  private Behavior<Command> onLearn(Learn c) {
    var system = getContext().getSystem();
    try {
      var scene = repertoire.learn(c.run(), c.script());
      // not before: no owner shall come to a JVM that does not know how to play it
      Owners.takePart(system, repertoire);
      var schedulers = Schedulers.takePart(system, repertoire);
      getContext().watchWith(c.replyTo(), new RunOver(c.run()));
      var reply = new Muster.Learnt(c.member(), scene.fingerprint());
      var all = Owners.mayCome(system).thenCombine(schedulers.mayCome(), Boolean::logicalAnd);
      getContext()
          .pipeToSelf(all, (may, none) -> new MayCome(none == null && may, reply, c.replyTo()));
    } catch (RuntimeException e) {
      c.replyTo().tell(new Muster.Refused(c.member(), String.valueOf(e.getMessage())));
    }
    return this;
  }

  /** Else it will be asked again: actors would be dealt out to fewer JVMs than have come. */
  private Behavior<Command> onMayCome(MayCome c) {
    if (c.yes()) {
      c.replyTo().tell(c.reply());
    }
    return this;
  }

  private Behavior<Command> onInvite(Invite c) {
    var scene = repertoire.of(c.play().run());
    if (scene.isEmpty()) {
      getContext().getLog().error("Play {} is of a run that this JVM has not learnt", c.play());
      return this;
    }
    var name = "users-%s-%d".formatted(c.play(), c.users().get(0));
    getContext()
        .getChild(name)
        .map(known -> known.<Ensemble.Command>unsafeUpcast())
        .orElseGet(
            () -> getContext().spawn(Ensemble.create(lines -> users(scene.get(), c, lines)), name))
        .tell(new Ensemble.Bring(c.name(), true, c.replyTo()));
    return this;
  }

  private SortedMap<Integer, Behavior<?>> users(Scene scene, Invite c, Lines lines) {
    var all = Schedulers.takePart(getContext().getSystem(), repertoire);
    var schedulers = new TreeMap<Integer, ActorRef<Object>>();
    for (int number : scene.schedulers(c.play().policy())) {
      schedulers.put(number, lines.scheduler(c.play(), number, scene.comesBack(), all));
    }
    var users = new TreeMap<Integer, Behavior<?>>();
    for (int user : c.users()) {
      users.put(user, scene.user(c.play(), user, schedulers));
    }
    return users;
  }

  private Behavior<Command> onCarry(Carry c) {
    getContext().spawnAnonymous(Courier.create(c.letters(), c.replyTo()));
    return this;
  }

  private Behavior<Command> onCount(Count c) {
    var counted = Meter.of(getContext().getSystem()).counted();
    c.replyTo().tell(counted);
    return this;
  }

  private Behavior<Command> onRunOver(RunOver over) {
    repertoire.forget(over.run());
    return this;
  }
}
