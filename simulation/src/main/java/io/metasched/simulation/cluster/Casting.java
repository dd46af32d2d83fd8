package io.metasched.simulation.cluster;

import akka.actor.typed.ActorRef;
import akka.actor.typed.Behavior;
import akka.actor.typed.DispatcherSelector;
import akka.actor.typed.Terminated;
import akka.actor.typed.javadsl.AbstractBehavior;
import akka.actor.typed.javadsl.ActorContext;
import akka.actor.typed.javadsl.Behaviors;
import akka.actor.typed.javadsl.Receive;
import akka.actor.typed.javadsl.TimerScheduler;
import io.metasched.resource.actor.CborSerializable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Brings the actors of a play to life all over the cluster: the owners, then the schedulers over
 * them, then the users; then lets the keeper of time play with them. All of them end with it.
 *
 * <p>Where no answer comes it asks again, since asking twice brings nobody to life twice.
 */
final class Casting extends AbstractBehavior<Casting.Command> {
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final String SCHEDULERS = "the metascheduler";

  /** Everything a casting understands. */
  sealed interface Command {}

  /**
   * Actors are alive.
   *
   * @param name what the question called them
   * @param ensemble their parent
   * @param actors by number
   */
  record Brought(
      String name, ActorRef<Ensemble.Command> ensemble, SortedMap<Integer, ActorRef<Object>> actors)
      implements Command, CborSerializable {
    public Brought {
      actors = Collections.unmodifiableSortedMap(new TreeMap<>(actors));
    }
  }

  private record AskAgain() implements Command {}

  private record GiveUp() implements Command {}

  private enum Group {
    OWNERS,
    SCHEDULERS,
    USERS
  }

  /** All actors of a play, by group and number. */
  record Found(
      SortedMap<Integer, ActorRef<Object>> owners,
      SortedMap<Integer, ActorRef<Object>> schedulers,
      SortedMap<Integer, ActorRef<Object>> users) {
    Found() {
      this(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());
    }

    private SortedMap<Integer, ActorRef<Object>> of(Group group) {
      return switch (group) {
        case OWNERS -> owners;
        case SCHEDULERS -> schedulers;
        case USERS -> users;
      };
    }
  }

  /**
   * What is to be played.
   *
   * @param scene as this JVM knows it
   * @param company the JVMs
   * @param timeout how long all together may take to come to life
   * @param keeper makes the keeper of time
   * @param failed is told when there will be no play
   */
  record Play(
      PlayId id,
      Scene scene,
      Company company,
      Duration timeout,
      Function<Found, Behavior<?>> keeper,
      Consumer<Throwable> failed) {}

  private final Play play;
  private final Found found = new Found();
  private final TreeMap<String, Runnable> unanswered = new TreeMap<>();
  private final List<ActorRef<Ensemble.Command>> overOwners = new ArrayList<>();
  private Group asked = Group.OWNERS;
  private boolean isOver;

  private Casting(ActorContext<Command> context, TimerScheduler<Command> timers, Play play) {
    super(context);
    this.play = play;
    timers.startTimerWithFixedDelay(new AskAgain(), PATIENCE);
    timers.startSingleTimer(new GiveUp(), play.timeout());
    askOwners();
  }

  static Behavior<Command> create(Play play) {
    return Behaviors.setup(
        context -> Behaviors.withTimers(timers -> new Casting(context, timers, play)));
  }

  @Override
  public Receive<Command> createReceive() {
    return newReceiveBuilder()
        .onMessage(Brought.class, this::onBrought)
        .onMessage(AskAgain.class, this::onAskAgain)
        .onMessage(GiveUp.class, this::onGiveUp)
        .onSignal(Terminated.class, this::onTerminated)
        .build();
  }

  // --- asking

  private void askOwners() {
    var self = getContext().getSelf();
    for (int number : play.scene().owners(play.id().policy())) {
      var name = "owner " + number;
      var owner = new OwnerId(play.id(), number);
      ask(name, () -> Owners.find(getContext().getSystem(), owner, name, self));
    }
  }

  private void askSchedulers() {
    var self = getContext().getSelf();
    var engage = new Schedulers.Engage(play.id(), found.owners(), SCHEDULERS, self);
    ask(SCHEDULERS, () -> play.company().schedulers().tell(engage));
  }

  /** Users are dealt out to the JVMs in turn. */
  private void askUsers() {
    var stages = play.company().users();
    var portions = new TreeMap<Integer, List<Integer>>();
    for (int user : play.scene().users(play.id().policy())) {
      portions.computeIfAbsent(user % stages.size(), s -> new ArrayList<>()).add(user);
    }
    var self = getContext().getSelf();
    portions.forEach(
        (stage, users) -> {
          var name = "users " + users;
          var invite = new Stage.Invite(play.id(), users, found.schedulers(), name, self);
          ask(name, () -> stages.get(stage).tell(invite));
        });
  }

  private void ask(String name, Runnable question) {
    unanswered.put(name, question);
    question.run();
  }

  // --- answers

  private Behavior<Command> onBrought(Brought brought) {
    if (unanswered.remove(brought.name()) == null) {
      return this; // asked twice, answered twice
    }
    found.of(asked).putAll(brought.actors());
    if (asked != Group.OWNERS) {
      overOwners.add(brought.ensemble());
    }
    if (unanswered.isEmpty()) {
      goOn();
    }
    return this;
  }

  private void goOn() {
    if (asked == Group.OWNERS) {
      asked = Group.SCHEDULERS;
      askSchedulers();
    } else if (asked == Group.SCHEDULERS) {
      asked = Group.USERS;
      askUsers();
    }
    if (unanswered.isEmpty()) {
      begin();
    }
  }

  private void begin() {
    var keeper = play.keeper().apply(found);
    getContext().watch(getContext().spawn(keeper, "keeper", DispatcherSelector.sameAsParent()));
  }

  /** Those who talk to the owners stop before them, and miss nobody. */
  private Behavior<Command> onTerminated(Terminated gone) {
    if (isOver) {
      overOwners.removeIf(ensemble -> ensemble.path().equals(gone.getRef().path()));
    } else {
      isOver = true;
      overOwners.forEach(
          ensemble -> {
            getContext().watch(ensemble);
            ensemble.tell(new Ensemble.Leave());
          });
    }
    return overOwners.isEmpty() ? Behaviors.stopped() : this;
  }

  private Behavior<Command> onAskAgain(AskAgain again) {
    unanswered.values().forEach(Runnable::run);
    return this;
  }

  private Behavior<Command> onGiveUp(GiveUp late) {
    if (unanswered.isEmpty()) {
      return this;
    }
    play.failed()
        .accept(
            new IllegalStateException(
                "%s did not come to life in %d s"
                    .formatted(unanswered.keySet(), play.timeout().toSeconds())));
    return Behaviors.stopped();
  }
}
